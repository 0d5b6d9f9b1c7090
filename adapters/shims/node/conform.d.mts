/** Types of conform.mjs, the JavaScript shim of the conform/1 adapter protocol. */

/** What an implementation can do and which choices it made; see spec/adapter-protocol.md. */
export interface Capabilities {
  /** Ids such as "agent-action/1"; needed for all operations but invoke. */
  protocols?: string[];
  /** Ids of tool contracts such as "read_ticket/1"; needed for invoke. */
  contracts?: string[];
  /** Default: those that are given. */
  operations?: Operation[];
  /** Host values the implementation wants to be tested with. Default: every one Node can build. */
  hostValues?: string[];
  /** Default: "double", which is what a JavaScript number holds. */
  numbers?: "double" | "exact";
  /** "bytes" if decode takes a Uint8Array where the text is not valid UTF-8. Default: "utf8". */
  text?: "utf8" | "bytes";
  /** In which form assemble takes a stream: its events (the default), its bytes, or both. */
  streams?: ("events" | "bytes")[];
  /** How precise refusals are. Default: "messages". */
  errors?: "none" | "messages" | "codes" | "fields";
  /** "mutation" and "getter_reads" are always added: the shim watches both. */
  observes?: string[];
  /** The parts of a step there are; needed for step. */
  step?: ("native" | "json" | "records" | "guard" | "approval" | "cancel" | "budget")[];
  pipeline?: boolean;
  persistent?: boolean;
  policies?: Policies;
  [other: string]: unknown;
}

export interface Policies {
  trims?: string[];
  unknown_fields?: "drop" | "reject";
  migrates?: string[];
  ask_user_tool?: string;
  empty_arguments?: "object" | "refuse";
  finish_reason?: "caller";
  [other: string]: unknown;
}

export type Operation = "parse" | "decode" | "route" | "preview" | "assemble" | "invoke" | "step";

declare const brand: unique symbol;
/** What accept and reject make. */
export interface Verdict { readonly [brand]: true }

/** Why an input is refused. Every member is optional; an Error may carry the same members. */
export interface Reason {
  code?: string;
  /** The top-level member at fault; "" for the value as a whole. */
  field?: string;
  /** For people. It must not repeat the input. */
  message?: string;
  /** RFC 6901 pointer to the place. */
  pointer?: string;
  /** Byte offset in the text. */
  offset?: number;
}

/** One call of a tool. Nothing is known of args; store has its collections, or what it throws. */
export interface Invocation {
  viewer: Record<string, unknown>;
  args: unknown;
  store: Record<string, unknown> & { throws?: string; kind?: string; on?: "read" | "write" };
}

export interface Routing { handler: string; terminal?: string }

/**
 * An implementation. Whatever parse and decode return is the accepted action, unless it is a verdict;
 * whatever they throw is a refusal. All of them may be async.
 */
export interface Adapter {
  name: string;
  version?: string;
  url?: string;
  capabilities: Capabilities;
  parse?(protocol: string, value: unknown): unknown;
  /** A Uint8Array comes only where the text is not valid UTF-8 and capabilities.text is "bytes". */
  decode?(protocol: string, text: string | Uint8Array): unknown;
  /** What a log may show of the value: an object or a text. What parse refuses is refused in the same way. */
  preview?(protocol: string, value: unknown): unknown;
  route?(protocol: string, action: unknown): Routing | Verdict | Promise<Routing | Verdict>;
  /**
   * Puts a streamed response together. chunks are the payloads of its events or, where capabilities.streams
   * has "bytes", pieces of its bytes cut anywhere. Returns the complete response as parse would take it.
   */
  assemble?(protocol: string, chunks: string[] | Uint8Array[]): unknown;
  /** Runs a tool. What it returns is its envelope; it may write to the store it is given. */
  invoke?(contract: string, call: Invocation): unknown;
  /** Runs one step and returns its report, always: a step that fails reports its error. */
  step?(protocol: string, request: StepRequest, collaborators: Collaborators): StepReport | Promise<StepReport>;
}

/** What a step starts from; see spec/adapter-protocol.md. */
export interface StepRequest {
  taskId: string;
  messages: Message[];
  tools: Tool[];
  /** Absent: all tools. */
  visible?: string[];
  model: { native: Support; json: Support };
  options?: { context?: DecisionContext; outputLimit?: number; budget?: { modelCalls: number; toolCalls: number } };
  cancelled?: boolean;
}

export type Support = "supported" | "unsupported" | "unknown";
export interface Message { role: string; content: unknown; toolCalls?: unknown[]; toolCallId?: string }
export interface Tool { name: string; description?: string; parameters: unknown; approval?: boolean }
export interface DecisionContext { taskId: string; stepId: string }
export interface Call {
  id: string;
  name: string;
  arguments: unknown;
  action?: DecisionContext & { index: number; providerCallId?: string };
}
export interface Execution {
  call: Call;
  status: "completed" | "failed" | "unknown";
  output?: string;
  category?: string;
  retryable?: boolean;
}
export interface ModelRequest { messages: Message[]; tools?: Tool[]; schema?: unknown; context: DecisionContext }
export interface RecordEntry {
  kind: "model_request" | "model_result" | "tool_call" | "tool_result" | (string & {});
  context: DecisionContext;
  request?: ModelRequest;
  response?: unknown;
  call?: Call;
  result?: Execution;
}

/** Everyone a step depends on; the harness plays them. Each function rejects with a Fault. */
export interface Collaborators {
  /** Aborted once the step is cancelled. */
  readonly signal: AbortSignal;
  generate(request: ModelRequest): Promise<unknown>;
  execute(call: Call): Promise<{ output: string; ran: Call }>;
  evaluate(call: Call): Promise<string>;
  authorize(call: Call): Promise<string>;
  record(entry: RecordEntry): Promise<void>;
}

/** A collaborator failed. */
export class Fault extends Error {
  constructor(fault?: { kind?: string; message?: string; retryable?: boolean });
  readonly kind: string;
  /** A diagnostic, never a licence to retry. */
  readonly retryable: boolean;
}

export interface StepReport {
  outcome?: "final" | "ask_user" | "tool_completed" | "halted";
  text?: string;
  question?: string;
  error?: { code: string; message?: string; barrier?: string };
  context: DecisionContext;
  execution?: Execution;
  nextMessages?: Message[];
  debug?: string;
}

/** Answers requests on standard input until it ends; then the process exits with status 0. */
export function serve(adapter: Adapter): void;

/** The verdict that accepts the input as this action. */
export function accept(action: unknown, options?: { migratedFrom?: string }): Verdict;

/** The verdict that refuses the input; return it or throw it. */
export function reject(reason?: Reason | string): Verdict;

/** Every host value Node can build; the default of capabilities.hostValues. */
export const HOST_VALUES: readonly string[];

/** Builds the host value a tagged encoding stands for. */
export function decodeValue(encoding: unknown): unknown;

/** The tagged encoding of any host value. */
export function encodeValue(value: unknown): unknown;
