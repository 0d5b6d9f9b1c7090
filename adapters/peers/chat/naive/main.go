// Command naive is a launcher with the naive agent of package agent, on the wire given as -wire.
package main

import (
	"log"

	"github.com/actionconform/conform/adapters/chat/agent"
)

func main() {
	if err := agent.Command(agent.Naive); err != nil {
		log.Fatal(err)
	}
}
