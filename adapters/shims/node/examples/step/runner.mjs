// A runner that conforms: one decision of the model, at most one execution, nothing retried.
import { randomUUID } from "node:crypto";
import { Fault } from "../../conform.mjs";
import { json, native } from "./protocols.mjs";
import { compile, equal, isObject } from "./schema.mjs";

const PROTOCOLS = { "native-tool/1": native, "jingwei-json/1": json };

/** The step ends here with an error. Its message is the code: nothing anybody said is repeated. */
class StepError extends Error {
  constructor(code, barrier) {
    super(code);
    Object.assign(this, { code, barrier });
  }
}

export class Step {
  #protocol;
  #request;
  #with;
  #context;
  #execution; // the evidence, once the call is on record

  constructor(protocol, request, collaborators) {
    this.#protocol = PROTOCOLS[protocol];
    this.#request = request;
    this.#with = collaborators;
    this.#context = { taskId: request.taskId, stepId: randomUUID() }; // whatever the options say
  }

  async run() {
    try {
      return await this.#stages();
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      const { code, barrier } = error;
      return { error: { code, message: code, barrier }, context: this.#context, execution: this.#execution };
    }
  }

  async #stages() {
    const { messages, options = {}, model } = this.#request;
    this.#checkCancelled();
    const visible = this.#visibleTools();
    const checks = new Map(visible.map((t) => [t.name, this.#compiled(t.parameters)]));
    const built = this.#protocol.build(messages, visible);
    if (built.error) throw new StepError(built.error);
    if (model[this.#protocol.path] !== "supported") throw new StepError("CAPABILITY_UNSUPPORTED");
    if (options.budget && options.budget.modelCalls < 1) throw new StepError("BUDGET_EXHAUSTED");

    const response = await this.#ask({ ...built, context: this.#context });
    const action = this.#read(response, checks);
    if (action.action === "call_tool") {
      if (options.budget && options.budget.toolCalls < 1) throw new StepError("BUDGET_EXHAUSTED");
      await this.#act(action, visible.find((t) => t.name === action.name));
    }
    const outcome = {
      final: () => ({ outcome: "final", text: action.text }),
      ask_user: () => ({ outcome: "ask_user", question: action.question }),
      call_tool: () => ({ outcome: this.#execution.status === "completed" ? "tool_completed" : "halted", execution: this.#execution }),
    }[action.action]();
    return { ...outcome, context: this.#context, nextMessages: this.#protocol.next(messages, response, action, this.#execution) };
  }

  #checkCancelled() {
    if (this.#with.signal.aborted) throw new StepError("CANCELLED");
  }

  #visibleTools() {
    const { tools, visible } = this.#request;
    const names = new Set(tools.map((t) => t.name));
    if (names.size < tools.length || tools.some((t) => !/\S/.test(t.name))) throw new StepError("CATALOG_INVALID");
    if (visible?.some((name) => !names.has(name))) throw new StepError("TOOL_NOT_VISIBLE");
    return visible ? tools.filter((t) => visible.includes(t.name)) : tools;
  }

  #compiled(schema) {
    try {
      return compile(schema);
    } catch {
      throw new StepError("SCHEMA_INVALID");
    }
  }

  async #record(kind, entry) {
    try {
      await this.#with.record({ kind, context: this.#context, ...entry });
    } catch {
      throw new StepError("RECORDING_FAILED", kind);
    }
  }

  async #ask(request) {
    await this.#record("model_request", { request });
    this.#checkCancelled();
    let response;
    try {
      response = await this.#with.generate(request);
    } catch {
      this.#checkCancelled();
      throw new StepError("MODEL_FAILED");
    }
    await this.#record("model_result", { response });
    this.#checkCancelled();
    return response;
  }

  /** One action, and of a call one that may be made: visible first, then valid. */
  #read(response, checks) {
    if (response?.toolCalls?.length > 1) throw new StepError("MULTIPLE_ACTIONS");
    let action;
    try {
      action = this.#protocol.parse(response);
    } catch (refusal) {
      throw new StepError(refusal.code ?? "ACTION_INVALID");
    }
    if (action.action !== "call_tool") return action;
    const fits = checks.get(action.name);
    if (!fits) throw new StepError("TOOL_NOT_VISIBLE");
    if (!isObject(action.arguments) || !fits(action.arguments)) throw new StepError("ARGUMENTS_INVALID");
    return action;
  }

  async #act(action, tool) {
    const call = {
      id: randomUUID(), name: action.name, arguments: action.arguments,
      action: { ...this.#context, index: 0, providerCallId: action.providerCallId },
    };
    await this.#record("tool_call", { call });
    this.#execution = { call, status: "failed", category: "cancelled" };
    const refusal = await this.#permit(call, tool);
    const ran = refusal ? this.#failed(call, refusal) : await this.#execute(call);
    await this.#record("tool_result", { result: this.#execution });
    if (ran && (ran.name !== call.name || !equal(ran.arguments, call.arguments))) throw new StepError("EVIDENCE_MISMATCH");
    this.#checkCancelled();
  }

  #failed(call, category, retryable = false) {
    this.#execution = { call, status: "failed", category, retryable };
  }

  /** Why the call may not be made; undefined where it may. */
  async #permit(call, tool) {
    const { signal } = this.#with;
    if (signal.aborted) return "cancelled";
    const allowed = await this.#with.evaluate(call).catch(() => undefined);
    if (signal.aborted) return "cancelled";
    if (allowed === "deny") return "denied";
    if (allowed !== "allow") return "guard_fault";
    if (!tool.approval) return undefined;
    const approved = await this.#with.authorize(call).catch(() => undefined);
    if (signal.aborted) return "cancelled";
    if (approved === "denied") return "approval_denied";
    if (approved === "unavailable") return "approval_unavailable";
    return approved === "granted" ? undefined : "approval_fault";
  }

  /** Runs the tool once. Returns the call the gateway says it ran. */
  async #execute(call) {
    const { outputLimit } = this.#request.options ?? {};
    try {
      const { output, ran } = await this.#with.execute(call);
      if (outputLimit && Buffer.byteLength(output) > outputLimit) this.#failed(call, "output_limit");
      else this.#execution = { call, status: "completed", output };
      return ran;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const category = { failure: "body_failure", panic: "body_panic" }[error.kind] ?? error.kind;
      return this.#failed(call, category, error.retryable);
    }
  }
}
