// Package chat reaches targets that are agent runtimes: programs that ask a model and execute tools, and
// show nothing of how they parse. conform plays the model and the tools on loopback and watches.
//
// The program, called launcher, reads one JSON line a prompt on standard input:
//
//	{"id":"7","prompt":"...","conversation":"7","baseURL":"http://127.0.0.1:41000/t/7/v1",
//	 "toolURL":"http://127.0.0.1:41000/t/7/tool","mcpURL":"http://127.0.0.1:41000/t/7/mcp",
//	 "apiKey":"sk-conform","model":"conform","stream":false,"system":""}
//
// It has its agent answer the prompt with the model at baseURL and writes one line on standard output:
// {"id":"7","final":"..."} or {"id":"7","error":"..."}. Its agent has two tools: lookup, whose one field
// path is a required text, and search, whose fields path (text) and limit (integer) are optional. A tool
// posts its arguments as JSON to toolURL/lookup or toolURL/search and returns the text it gets; where the
// status is not 200 it throws that text as an error. A program may mount the MCP server at mcpURL instead.
//
// The first line may be {"ready":true,"name":"...","version":"...","language":"..."}. Prompts overlap, each
// with addresses of its own. A program that takes its addresses from the environment only (OPENAI_BASE_URL,
// CONFORM_TOOL_URL, CONFORM_MCP_URL) is noticed and given one prompt at a time. Prompts of one conversation
// follow each other; a program that keeps a history keeps it by that name.
package chat
