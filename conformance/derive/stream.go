package derive

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/actionconform/conform/spec"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// streamWriter derives streams of one protocol.
type streamWriter struct {
	*deriver
	seen map[string]bool // the streams there are
}

// needStreams is the capability of a form of stream.
const needStreams = "streams"

// maxStreamed bounds the size of a response that is streamed, in bytes of its text.
const maxStreamed = 40000

// streams derives the cases of assemble: every legal response in several chunkings, and the ways a stream
// can go wrong.
func (d *deriver) streams(legal []*Case) {
	w := streamWriter{deriver: d, seen: map[string]bool{}}
	for _, c := range legal {
		req, ok := c.Requests[0].(wire.ParseRequest)
		response, isObject := value.Value(nil), false
		if ok {
			response = req.Value
			_, isObject = response.(value.Object)
		}
		if !isObject || c.Kind != Valid || len(c.Requests) > 1 || c.Protocol != d.protocol.ID || len(needsOf(response, nil)) > 0 {
			continue
		}
		if text, err := value.Print(response); err == nil && len(text) <= maxStreamed {
			w.chunkings(c, response.(value.Object))
		}
	}
	w.faults()
}

// put makes the case of a stream of events.
func (w streamWriter) put(id string, at place, e edit, events []string) {
	w.emitRequest(w.protocol.ID+"/assemble/"+id, at, e, wire.AssembleRequest{Protocol: w.protocol.ID, Events: slices.Clone(events)})
}

// putBytes makes the case of a stream of bytes.
func (w streamWriter) putBytes(id string, at place, e edit, pieces [][]byte) {
	w.emitRequest(w.protocol.ID+"/assemble/"+id, at, e, wire.AssembleRequest{Protocol: w.protocol.ID, Pieces: pieces})
}

// chunkings derives the streams of one legal response, named after its case.
func (w streamWriter) chunkings(c *Case, response value.Object) {
	path := strings.TrimPrefix(c.ID, w.protocol.ID+"/")
	at := place{state: c.State, field: c.Field}
	for _, k := range []struct {
		name, en, zh string
		cut          func(string) []string
	}{
		{"whole", "each text in one delta", "每段文本一个增量", cutNever},
		{"thirds", "each text in three deltas", "每段文本三个增量", cutInThree},
		{"characters", "each text cut between all characters", "每段文本逐字符切开", cutEverywhere},
	} {
		moves, ok := w.plan(response, k.cut)
		if !ok {
			return
		}
		events := w.render(response, moves)
		key := strings.Join(events, "\n")
		if w.seen[key] {
			continue
		}
		w.seen[key] = true
		e := edit{kind: Valid, rule: w.rule(spec.RoleStream), change: wordsf("a legal response is streamed, %s", "合法响应以流发送，%s", k.en),
			why: words("where a stream is cut is an accident of tokens and packets", "流在哪里切开取决于词元和分包的偶然")}
		e.change = words("a legal response is streamed, "+k.en, "合法响应以流发送，"+k.zh)
		e.name = c.Edit + "-" + k.name
		w.put(path+"/"+k.name, at, e, events)
		if k.name != "thirds" {
			continue
		}
		if framed := w.frame(events); len(framed) < 6000 && (bytes.ContainsFunc(framed, func(r rune) bool { return r >= 0x80 }) || bytes.Contains(framed, []byte(`\\`))) {
			e.name, e.rule = c.Edit+"-bytes", w.rule(spec.RoleStreamBytes)
			e.change = words("a legal response is streamed, its bytes cut everywhere", "合法响应以流发送，字节逐个切开")
			w.putBytes(path+"/bytes", at, e, cutBytes(framed, 1))
		}
	}
}

// duo is a response with a text and two calls, one of whose arguments are not ASCII.
func (w streamWriter) duo() value.Object {
	r := w.responses("call", w.protocol.Response.Example)
	c := w.protocol.Response.Calls
	b := setAt(r.second("call-2", "list_files"), c.Arguments, r.encodeArguments(obj(member("path", str("文档/\"读我\"\\\U0001F600.md")), member("deep", value.Bool(true)))))
	o := r.withCalls(r.call(), b)
	if r.shapeOf.Items == nil {
		return setAt(o, r.shapeOf.Content, str("I will look. 好的"))
	}
	r.base = o
	return r.withText(str("I will look. 好的"))
}

// stream is a response as a list of moves that faults are made of.
type streamBase struct {
	response value.Object
	moves    []move
}

func (w streamWriter) base(response value.Object) streamBase {
	moves, ok := w.plan(response, cutInThree)
	if !ok {
		w.problem("%s: the response cannot be streamed", w.protocol.ID)
	}
	return streamBase{response, moves}
}

// without drops moves.
func (b streamBase) without(kinds ...moveKind) []move {
	return slices.DeleteFunc(slices.Clone(b.moves), func(m move) bool { return slices.Contains(kinds, m.kind) })
}

// before puts moves before the first of a kind.
func (b streamBase) before(kind moveKind, moves ...move) []move {
	i := slices.IndexFunc(b.moves, func(m move) bool { return m.kind == kind })
	return slices.Insert(slices.Clone(b.moves), max(i, 0), moves...)
}

func raw(payloads ...value.Object) []move {
	var out []move
	for _, p := range payloads {
		out = append(out, move{kind: moveRaw, raw: string(printed(p))})
	}
	return out
}

// fault makes the case of one way a stream goes wrong or looks odd.
func (w streamWriter) fault(name string, kind Kind, role spec.Role, b streamBase, moves []move, en, zh string) {
	w.put("stream/"+name, place{field: "stream"}, edit{name: name, kind: kind, rule: w.rule(role), change: words(en, zh), why: streamWhy(role)}, w.render(b.response, moves))
}

// streamWhy says what the rule of a role is good for.
func streamWhy(role spec.Role) spec.Text {
	switch role {
	case spec.RoleStreamEnd:
		return words("a stream that was cut looks like one that ended", "被切断的流看起来像结束了的流")
	case spec.RoleStreamError, spec.RoleStreamBroken:
		return words("what is missing in the middle nobody can tell from what is there", "中间缺了什么，从已有的部分看不出来")
	case spec.RoleStreamReuse, spec.RoleStreamIndex, spec.RoleStreamAlongside:
		return words("arguments that go to the wrong call are run", "放错调用的参数会被执行")
	default:
		return words("providers send it, and a runtime has to live with it", "提供方会这样发送，运行时必须能应对")
	}
}

func eventNumber(i int) string { return fmt.Sprintf("%03d", i) }
