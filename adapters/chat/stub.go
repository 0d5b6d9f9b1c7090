package chat

import "net/http"

func serveResponses(w http.ResponseWriter, t *turn, body []byte) { fail(w, 404, "no") }
func serveMessages(w http.ResponseWriter, t *turn, body []byte)  { fail(w, 404, "no") }
