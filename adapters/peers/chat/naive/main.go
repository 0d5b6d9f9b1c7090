// Command naive is a launcher with the naive agent of package agent.
package main

import (
	"context"
	"log"
	"os"

	"github.com/actionconform/conform/adapters/chat/agent"
)

func main() {
	if err := agent.Serve(context.Background(), os.Stdin, os.Stdout, agent.Naive()); err != nil {
		log.Fatal(err)
	}
}
