package spec

import (
	"regexp"

	"github.com/actionconform/conform/spec/value"
)

// Contract is what one tool promises: which arguments it takes, for whom it does what, how it fails, and
// what it returns. Its calls are judged in four layers, in this order: the arguments, who may see and do
// what, the business rules, the result.
type Contract struct {
	ID    string
	Title Text
	// Rules maps each role a requirement plays to the requirement; [Contract.Rule] reads it.
	Rules map[Role]string
	// Invalid, Missing and Internal are the codes of arguments that are refused, of a record that is not
	// there, and of everything nobody foresaw.
	Invalid, Missing, Internal string
	// Unknown says what happens to arguments the contract does not name.
	Unknown UnknownFields
	Input   []Slot
	Output  []Slot
	// Viewer are the attributes of the caller's identity, which the host gives.
	Viewer []Attribute
	Store  []Collection
	// Lookup finds the record the call is about; nil where it is about none.
	Lookup *Lookup
	// Checks are made in their order once the record is found: first who may, then the business rules.
	Checks []Check
	// Effect says that a call that succeeds changes the store.
	Effect bool
	Faults []StoreFault
	Pos    Position
}

// Slot is one argument, one member of a result, or one member of an object in them.
type Slot struct {
	Name     string
	Optional bool
	Shape    Shape
	// Example is a legal value.
	Example value.Value
	// From is where a member of the result comes from: "args/x", "record/x", "viewer/x"; Value is what it
	// always is. With neither, any value of its shape is legal.
	From  string
	Value value.Value
	// When is the condition under which the member is in the result; nil is always.
	When *Condition
	Pos  Position
}

// Shape says which values are legal.
type Shape struct {
	Kind     ShapeKind
	Nullable bool // null is legal too
	// MinLength and MaxLength count the characters of a string or the items of an array; -1 is no bound.
	MinLength, MaxLength int
	Pattern              *regexp.Regexp // of a string, as RE2 has it; nil is any
	Min, Max             value.Number   // of a number, inclusive; "" is no bound
	Values               []string       // of an enum
	Fields               []Slot         // of an object, which has no others
	Of                   *Shape         // of the items of an array
}

// ShapeKind is the kind of a [Shape].
type ShapeKind string

// The kinds of shape.
const (
	ShapeString  ShapeKind = "string"
	ShapeBool    ShapeKind = "bool"
	ShapeInteger ShapeKind = "integer"
	ShapeNumber  ShapeKind = "number"
	ShapeEnum    ShapeKind = "enum"
	ShapeArray   ShapeKind = "array"
	ShapeObject  ShapeKind = "object"
	ShapeAny     ShapeKind = "any"
)

// Attribute is one attribute of a viewer with the values cases give it.
type Attribute struct {
	Name   string
	Values []string
	Pos    Position
}

// Collection is one collection of records in a store.
type Collection struct {
	Name    string
	Records []value.Object
	Pos     Position
}

// Lookup finds the first record of a collection whose member Key equals the argument Arg.
type Lookup struct{ Collection, Key, Arg string }

// Check refuses a call with a code where its condition fails.
type Check struct {
	Code string
	// When is the condition that must hold for the call to be refused, Unless the one that saves it.
	// Either may be nil, not both.
	When, Unless *Condition
	// Hides says that the record is then as good as not there: the answer must be the same.
	Hides bool
	Rule  string // requirement id
	Pos   Position
}

// Condition compares the value at a path ("args/x", "record/x", "viewer/x") with others. Exactly one of
// Is, SameAs and Over is set.
type Condition struct {
	Of     string
	Is     []value.Value // it is one of these
	SameAs string        // it is there and equals the value at this path
	Over   string        // it is a number greater than the one at this path
}

// StoreFault is a kind of failure of the store and the code it must become.
type StoreFault struct {
	Kind string
	Code string
	Pos  Position
}

// The roles of a contract, besides those of a tagged protocol.
const (
	RoleEnvelope     Role = "envelope"     // {ok:true,data} or {ok:false,error}, nothing else
	RoleAccept       Role = "accept"       // a valid, authorised call succeeds
	RoleKind         Role = "kind"         // arguments of another kind are refused
	RoleConstraint   Role = "constraint"   // patterns, bounds, enumerations
	RoleMissingArg   Role = "missing"      // required arguments
	RoleIdentity     Role = "identity"     // identity comes from the host
	RoleNotFound     Role = "not_found"    // no such record
	RoleHides        Role = "hides"        // a record of others is as good as missing
	RoleSameAnswer   Role = "same_answer"  // hidden and missing are indistinguishable
	RoleSameWords    Role = "same_words"   // whatever the id
	RoleForbidden    Role = "forbidden"    // visible, but not allowed
	RoleLayers       Role = "layers"       // the order of the layers
	RoleBusiness     Role = "business"     // business rules have their codes
	RoleFault        Role = "fault"        // failures of the store have their codes
	RoleInternal     Role = "internal"     // whatever nobody foresaw
	RoleRetryable    Role = "retryable"    // retryable belongs to the code
	RoleInternals    Role = "internals"    // no stack, SQL, path or text of a failure
	RoleOutput       Role = "output"       // a result that breaks the contract
	RoleRawValue     Role = "raw_value"    // is not shown
	RoleResult       Role = "result"       // exactly the members asked for and allowed
	RoleEmptiness    Role = "emptiness"    // null, missing and empty stay different
	RoleUnknownValue Role = "unknown_echo" // the value of an unknown argument is not repeated
	RoleArgumentEcho Role = "value_echo"   // nor that of a known one
	RoleEffect       Role = "effect"       // a refused call changes nothing
)

// Rule returns the requirement id of a role: the contract's own, or its default.
func (c *Contract) Rule(r Role) string {
	if id, ok := c.Rules[r]; ok {
		return id
	}
	return c.Rules[RoleDefault]
}

// Contract returns the contract with the given id.
func (t *Table) Contract(id string) (*Contract, bool) {
	for i := range t.Contracts {
		if t.Contracts[i].ID == id {
			return &t.Contracts[i], true
		}
	}
	return nil, false
}

// Argument returns the argument of the given name.
func (c *Contract) Argument(name string) (*Slot, bool) { return slot(c.Input, name) }

func slot(list []Slot, name string) (*Slot, bool) {
	for i := range list {
		if list[i].Name == name {
			return &list[i], true
		}
	}
	return nil, false
}

// Records returns the records of a collection.
func (c *Contract) Records(collection string) []value.Object {
	for i := range c.Store {
		if c.Store[i].Name == collection {
			return c.Store[i].Records
		}
	}
	return nil
}

// Codes returns every code the contract may fail with, each once, in the order of the layers.
func (c *Contract) Codes() []string {
	var out []string
	add := func(code string) {
		if code != "" && !contains(out, code) {
			out = append(out, code)
		}
	}
	add(c.Invalid)
	if c.Lookup != nil {
		add(c.Missing)
	}
	for _, k := range c.Checks {
		add(k.Code)
	}
	for _, f := range c.Faults {
		add(f.Code)
	}
	add(c.Internal)
	return out
}
