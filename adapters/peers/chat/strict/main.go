// Command strict is a launcher with the strict agent of package agent, on the wire given as -wire.
package main

import (
	"log"

	"github.com/actionconform/conform/adapters/chat/agent"
)

func main() {
	if err := agent.Command(agent.Strict); err != nil {
		log.Fatal(err)
	}
}
