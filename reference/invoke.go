package reference

import (
	"maps"
	"slices"

	"github.com/actionconform/conform/reference/contract"
	"github.com/actionconform/conform/spec/value"
	"github.com/actionconform/conform/spec/wire"
)

// Contracts returns the ids of the tool contracts the reference keeps.
func Contracts() []string { return slices.Sorted(maps.Keys(contract.Tools())) }

// invoke answers an invocation; nil for a contract that is none of [Contracts].
func invoke(req wire.InvokeRequest) wire.Answer {
	tool, ok := contract.Tools()[req.Contract]
	if !ok {
		return nil
	}
	viewer := contract.Viewer{}
	for _, m := range req.Viewer {
		if s, ok := m.Value.(value.String); ok {
			viewer[m.Name] = string(s)
		}
	}
	store := contract.NewMemory(req.Store)
	before := snapshot(req.Args)
	envelope := contract.Call(tool, viewer, req.Args, store)
	return wire.Envelope{Value: envelope, Observed: wire.Observed{Mutated: changed(before, req.Args), StoreChanged: store.Changed()}}
}
