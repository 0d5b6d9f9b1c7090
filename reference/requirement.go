package reference

// The requirements by their ids in the specification. A refusal cites the one it enforces.
const (
	AP01 = "AP-01" // a plain object
	AP02 = "AP-02" // a type that is text
	AP03 = "AP-03" // a type the protocol has
	AP04 = "AP-04" // content
	AP05 = "AP-05" // callId
	AP06 = "AP-06" // tool
	AP07 = "AP-07" // input
	AP08 = "AP-08" // summary
	AP09 = "AP-09" // no further members
	AP10 = "AP-10" // text verbatim
	AP11 = "AP-11" // any input, unchanged
	AP12 = "AP-12" // own input
	AP13 = "AP-13" // own type and texts
	AP14 = "AP-14" // __proto__ is a name like any other
	AP15 = "AP-15" // boxed strings
	AP16 = "AP-16" // getters
	AP17 = "AP-17" // exotic values
	AP18 = "AP-18" // purity
	AP19 = "AP-19" // no registry
	AP20 = "AP-20" // no mutation
	AP21 = "AP-21" // the first fault
	AP22 = "AP-22" // non-enumerable members
	AP23 = "AP-23" // white space beyond ASCII
	AP24 = "AP-24" // exact names
	AP25 = "AP-25" // no values in refusals
	AP26 = "AP-26" // handler and terminal

	AV01 = "AV-01" // the version is the stated integer
	AV02 = "AV-02" // the version is there
	AV03 = "AV-03" // migrations
	AV04 = "AV-04" // the fields of an approval request

	TX01 = "TX-01" // one JSON document
	TX02 = "TX-02" // not cut off
	TX03 = "TX-03" // in no relaxed dialect
	TX04 = "TX-04" // UTF-8
	TX05 = "TX-05" // no duplicate names
	TX06 = "TX-06" // nesting to 64
	TX07 = "TX-07" // nesting to 512
	TX08 = "TX-08" // no crash beyond
	TX09 = "TX-09" // lone surrogates
	TX10 = "TX-10" // escapes
	TX11 = "TX-11" // long texts
	TX12 = "TX-12" // order, white space, spelling
	TX13 = "TX-13" // numbers

	JW01 = "JW-01" // one tagged object
	JW02 = "JW-02" // one of three actions
	JW03 = "JW-03" // no further fields
	JW04 = "JW-04" // no duplicate names
	JW05 = "JW-05" // name
	JW06 = "JW-06" // arguments
	JW07 = "JW-07" // text
	JW08 = "JW-08" // question
	JW09 = "JW-09" // a complete response without native calls

	NT01 = "NT-01" // the shape of a response
	NT02 = "NT-02" // a complete response
	NT03 = "NT-03" // reason and calls agree
	NT04 = "NT-04" // one call
	NT05 = "NT-05" // its id
	NT06 = "NT-06" // its name
	NT07 = "NT-07" // its arguments
	NT08 = "NT-08" // the control call
	NT09 = "NT-09" // a final text
	NT10 = "NT-10" // text or a call
	NT11 = "NT-11" // unchanged

	OC01 = "OC-01" // the shape of a choice
	OC02 = "OC-02" // not cut off or filtered
	OC03 = "OC-03" // a known finish reason
	OC04 = "OC-04" // the id of a call
	OC05 = "OC-05" // its name
	OC06 = "OC-06" // its arguments are an object
	OC07 = "OC-07" // in JSON
	OC08 = "OC-08" // and are there
	OC09 = "OC-09" // or blank
	OC10 = "OC-10" // ids are unique
	OC11 = "OC-11" // a known type of call
	OC12 = "OC-12" // text or a call
	OC13 = "OC-13" // text beside calls
	OC14 = "OC-14" // each call by itself
	OC15 = "OC-15" // unchanged
	OC16 = "OC-16" // no duplicate names in arguments

	OR01 = "OR-01" // the shape of a response
	OR02 = "OR-02" // completed
	OR03 = "OR-03" // with a known status
	OR04 = "OR-04" // what is a call and what is text

	AM01 = "AM-01" // the shape of a message
	AM02 = "AM-02" // not cut off or refused
	AM03 = "AM-03" // a known stop reason
	AM04 = "AM-04" // what is a call and what is text
	AM05 = "AM-05" // an input is an object
	AM06 = "AM-06" // and is there

	MC01 = "MC-01" // params are one object
	MC02 = "MC-02" // name
	MC03 = "MC-03" // arguments are an object
	MC04 = "MC-04" // or absent
	MC05 = "MC-05" // and not null
	MC06 = "MC-06" // unchanged

	RD01 = "RD-01" // what lies under a secret's name
	RD02 = "RD-02" // in any case
	RD03 = "RD-03" // at any depth
	RD04 = "RD-04" // in arrays
	RD05 = "RD-05" // containers whole
	RD06 = "RD-06" // numbers, booleans, null
	RD07 = "RD-07" // the usual family of names
	RD08 = "RD-08" // their words joined in any way
	RD09 = "RD-09" // secrets in texts
	RD10 = "RD-10" // JSON in texts
	RD11 = "RD-11" // harmless names stay
	RD12 = "RD-12" // type, callId and tool stay
	RD13 = "RD-13" // refused as parse refuses
	RD14 = "RD-14" // no values in refusals
	RD15 = "RD-15" // secrets as names
	RD16 = "RD-16" // every legal action has a preview
	RD17 = "RD-17" // the value stays as it is

	AS01 = "AS-01" // any chunking gives the response
	AS02 = "AS-02" // bytes are cut anywhere
	AS03 = "AS-03" // deltas and their index
	AS04 = "AS-04" // what is absent, null or late
	AS05 = "AS-05" // what is said again
	AS06 = "AS-06" // one index for two ids
	AS07 = "AS-07" // no terminal event
	AS08 = "AS-08" // the finish reason is kept
	AS09 = "AS-09" // what adds nothing
	AS10 = "AS-10" // unknown events
	AS11 = "AS-11" // errors in the stream
	AS12 = "AS-12" // calls without arguments
	AS13 = "AS-13" // a second end
	AS14 = "AS-14" // events that are not JSON
	AS15 = "AS-15" // broken arguments
	AS16 = "AS-16" // other choices
	AS17 = "AS-17" // framing
)
