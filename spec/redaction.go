package spec

// Redaction says what a preview of an action must not show, and what it should go on showing.
type Redaction struct {
	// Rules maps each role of redaction to its requirement; [Redaction.Rule] reads it.
	Rules map[RedactionRole]string
	// Must and Should are names under which a secret stands, in lower case, their words joined by an
	// underscore.
	Must, Should []string
	// LookAlikes are names that resemble those and are harmless.
	LookAlikes []string
	// Secrets are the forms in which a secret stands inside a text.
	Secrets []SecretForm
	Pos     Position
}

// SecretForm is one way in which a secret is written inside a text.
type SecretForm struct {
	Name string
	// Text is the text around it, with [SecretPlace] in the place of the secret.
	Text string
	// Alphabet and Length are those of the secret.
	Alphabet Alphabet
	Length   int
	// Base64 writes the secret, between Before and After, in base64 without padding.
	Base64        bool
	Before, After string
	Pos           Position
}

// SecretPlace stands for the secret in the text of a [SecretForm].
const SecretPlace = "{secret}"

// Alphabet is the characters a secret is made of.
type Alphabet string

// The alphabets.
const (
	AlphabetMixed  Alphabet = "mixed"  // letters of both cases and digits
	AlphabetLower  Alphabet = "lower"  // small letters and digits
	AlphabetUpper  Alphabet = "upper"  // capitals and digits
	AlphabetDigits Alphabet = "digits" // digits, the first of which is not 0
)

// The bounds of the length of a secret: one shorter is found by accident, one longer is no better.
const (
	MinSecretLength     = 12
	MaxSecretLength     = 128
	DefaultSecretLength = 28
)

// RedactionRole is the part a requirement plays in redaction.
type RedactionRole string

// The roles of redaction.
const (
	RedactNames    RedactionRole = "names"     // what lies under one of the names that must be hidden
	RedactCase     RedactionRole = "case"      // however the name is capitalised
	RedactDepth    RedactionRole = "depth"     // however deep it lies
	RedactArray    RedactionRole = "array"     // in arrays as in objects
	RedactWhole    RedactionRole = "whole"     // arrays and objects under a name, with all they hold
	RedactScalar   RedactionRole = "scalar"    // numbers, booleans and null under a name
	RedactFamily   RedactionRole = "family"    // the names that should be hidden
	RedactJoint    RedactionRole = "joint"     // however the words of a name are joined
	RedactText     RedactionRole = "text"      // secrets inside a text
	RedactNested   RedactionRole = "nested"    // JSON inside a text
	RedactKey      RedactionRole = "key"       // a secret that is the name of a member
	RedactLookLike RedactionRole = "lookalike" // harmless names stay
	RedactIdentity RedactionRole = "identity"  // type, call and tool stay
	RedactAgree    RedactionRole = "agree"     // preview refuses what parse refuses, for the same reason
	RedactSilent   RedactionRole = "silent"    // a refusal to preview repeats nothing
	RedactTotal    RedactionRole = "total"     // every legal action has a preview
	RedactIntact   RedactionRole = "intact"    // previewing does not change the value
)

// Rule returns the requirement id of a role; "" where the table has none.
func (r *Redaction) Rule(role RedactionRole) string { return r.Rules[role] }

// RedactionRoles returns every role of redaction in the order of the specification.
func RedactionRoles() []RedactionRole {
	return []RedactionRole{
		RedactNames, RedactCase, RedactDepth, RedactArray, RedactWhole, RedactScalar, RedactFamily,
		RedactJoint, RedactText, RedactNested, RedactKey, RedactLookLike, RedactIdentity, RedactAgree,
		RedactSilent, RedactTotal, RedactIntact,
	}
}

// Alphabets returns every alphabet of a secret.
func Alphabets() []Alphabet {
	return []Alphabet{AlphabetMixed, AlphabetLower, AlphabetUpper, AlphabetDigits}
}
