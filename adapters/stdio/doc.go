// Package stdio reaches a target that is a process speaking conform/1 over its standard input and
// output ([Target]), and is the other side too: it makes any target answer over a pair of streams
// ([Serve]).
//
// # What can go wrong
//
// The process is not trusted to do anything right. Whatever it does, a call ends in time with an
// answer or an *adapters.Failure, memory stays bounded, and nothing of it is left running:
//
//   - one process is started and kept; after a crash or a hang the next call starts another;
//   - a request that gets no answer in time ends the process. The other requests open at that
//     moment fail with Shared set, because they may be innocent;
//   - an answer that is well framed but wrong fails its own request only (Garbage), and the process
//     is kept; a line beyond the cap ends the process;
//   - lines that are no messages are noise: counted, the first few kept, never fatal;
//   - the process runs in a group of its own, which is killed as a whole when its leader ends.
//
// # Why the message layer is our own
//
// The JSON-RPC library this was to be built on, sourcegraph/jsonrpc2, is what the tests hold this
// package against, on both sides. It is not used outside of them, for four reasons. It decodes
// requests through a Go map and encodes them anew, which loses the order of members and repairs
// duplicate names and lone surrogates: the very things the suite tests. It reads answers with
// encoding/json, which takes "ID" and "Result" for id and result. It holds a lock across a write
// that no context ends, so that one target that stops reading blocks every caller; and the first
// malformed message closes the connection. And it costs several times what the rest of the way
// costs (see BenchmarkLibraryEcho). What stands in its place is wire.ParseMessage, a map of open
// requests and a writer that batches.
package stdio
