package spec

import "slices"

// The words a table may use. Each function returns a list of the caller's own.

// Roles returns every role in the order of the specification.
func Roles() []Role {
	return slices.Concat(taggedRoles(), textRoles(), responseRoles(), chatRoles(), streamRoles())
}

// chatRoles are the roles of a runtime that talks to a model.
func chatRoles() []Role {
	return []Role{
		RoleChatRefused, RoleChatExact, RoleChatRun, RoleChatEach, RoleChatDoubt, RoleChatUnknown, RoleChatClosed,
		RoleChatEvidence, RoleChatFinal, RoleChatEnds, RoleChatNext, RoleChatSilent, RoleChatEndless, RoleChatSecret,
		RoleChatSystem, RoleChatNumber,
	}
}

// taggedRoles are the roles of an action as a value.
func taggedRoles() []Role {
	return []Role{
		RoleDefault, RoleContainer, RoleDiscriminator, RoleLiteral, RoleNames, RoleUnknown, RoleVerbatim,
		RoleAny, RoleOwn, RoleInherited, RolePrototype, RoleBoxed, RoleGetter, RoleExotic, RoleHidden,
		RolePure, RoleRegistry, RoleUnmutated, RoleOrder, RoleUnicodeBlank, RoleSilent, RoleRoute,
		RoleMigration,
	}
}

// textRoles are the roles of the text form.
func textRoles() []Role {
	return []Role{
		RoleSyntax, RoleCutoff, RoleRelaxed, RoleUTF8, RoleDuplicate, RoleDepth, RoleDeep, RoleDeepest,
		RoleSurrogate, RoleEscape, RoleSize, RoleEquivalent, RoleNumber, RoleTextValue,
	}
}

// responseRoles are the roles only a response has.
func responseRoles() []Role {
	return []Role{
		RoleShape, RoleIncomplete, RoleUnknownEnd, RoleConsistent, RoleLimit, RoleCallID, RoleCallName,
		RoleCallUnique, RoleCallType, RoleArguments, RoleArgumentText, RoleArgumentDup, RoleNoArguments,
		RoleBlankArgs, RoleAbsentArgs, RoleControl, RoleFinal, RoleEmpty, RoleProvenance, RoleEach, RoleBeside,
	}
}

// Faults returns every fault in the order of the specification.
func Faults() []Fault {
	return append([]Fault{
		FaultContainer, FaultSyntax, FaultDuplicate, FaultDiscriminator, FaultLiteral, FaultUnknown,
	}, responseFaults()...)
}

// responseFaults are the faults only a response can have.
func responseFaults() []Fault {
	return []Fault{
		FaultShape, FaultIncomplete, FaultConsistent, FaultLimit, FaultCallID, FaultCallName,
		FaultCallUnique, FaultCallType, FaultArguments, FaultControl, FaultFinal, FaultEmpty,
	}
}

// FieldKinds returns every kind of field.
func FieldKinds() []FieldKind {
	return []FieldKind{
		FieldText, FieldString, FieldAny, FieldBool, FieldInteger, FieldNumber, FieldObject, FieldArray,
		FieldLiteral, FieldEnum,
	}
}

// Operations returns what a table may let a target be asked to do.
func Operations() []string {
	return []string{"parse", "decode", "route", "preview", "assemble", "chat"}
}

// Handlers returns who may be next to deal with an action.
func Handlers() []string {
	return []string{"conversation", "tool_pipeline", "completion_gate", "approval_gate", "user"}
}

// Terminals returns how a run may stand after an action.
func Terminals() []string { return []string{"none", "proposal"} }

// Layers returns the four gates an error code may belong to, in their order.
func Layers() []string { return []string{"protocol", "tool_input", "permission", "execution"} }

// Policies returns the choices a table may leave to a target.
func Policies() []string {
	return []string{"trims", "unknown_fields", "migrates", "ask_user_tool", "empty_arguments", "finish_reason"}
}

// Levels returns the levels from the strictest on.
func Levels() []Level { return []Level{Must, Should, May} }

func unknownFieldTreatments() []UnknownFields { return []UnknownFields{Drop, Reject} }

func callLimits() []CallLimit { return []CallLimit{NoCalls, OneCall, ManyCalls} }

func encodings() []Encoding { return []Encoding{EncodingObject, EncodingText} }

// contractRoles are the roles of a tool contract.
func contractRoles() []Role {
	return []Role{
		RoleDefault, RoleEnvelope, RoleContainer, RoleUnknown, RoleKind, RoleConstraint, RoleMissingArg, RoleIdentity,
		RoleAccept, RoleNotFound, RoleHides, RoleSameAnswer, RoleSameWords, RoleForbidden, RoleLayers, RoleBusiness,
		RoleFault, RoleInternal, RoleRetryable, RoleInternals, RoleOutput, RoleRawValue, RoleResult, RoleEmptiness,
		RoleInherited, RoleExotic, RoleUnknownValue, RoleArgumentEcho, RoleEffect, RolePure, RoleUnmutated,
	}
}

// ShapeKinds returns every kind of shape.
func ShapeKinds() []ShapeKind {
	return []ShapeKind{ShapeString, ShapeBool, ShapeInteger, ShapeNumber, ShapeEnum, ShapeArray, ShapeObject, ShapeAny}
}
