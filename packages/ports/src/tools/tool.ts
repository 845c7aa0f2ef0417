// The tool port
// What agents may call. A source only lists, finds and runs tools: who may call which one, the check of arguments, the
// approval by a person and the record in the journal belong to the loop of the agents.
import type { EffectClass, Json, JsonObject, WaitQuestion, NodeId, RunId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { ModelTool, ServerAddress } from '../models/model.ts';
import type { NodeFiles } from '../engine-store/node-files.ts';

export interface ToolSource {
  /** Every tool that can be found, in a fixed order. */
  list(): Awaitable<readonly Tool[]>;
  /**
   * `own` is the tool that the code of the asking node has under this name: it goes before those of the host, and a cassette may answer
   * in its place.
   */
  find(name: string, own?: Tool): Awaitable<Tool | undefined>;
  /** Where users have tools of their own: these and those of the user, for that user's runs. */
  forUser?(user: string): ToolSource;
  /** With the tools that a definition brings along (its key `tools`), as far as the operator allows them. */
  bring?(
    tools: JsonObject,
    to: { readonly user: string | undefined; readonly others: ToolSource },
  ): ToolSource;
}

export interface Tool extends ModelTool {
  /** What happens when it is called twice; default `guarded`: a call that a crash interrupted is not made again. */
  readonly effect?: EffectClass;
  /**
   * A person must approve every call of it, with these very arguments; or those calls for which a function of the checked arguments
   * says so. It is asked once for each call, and what it says is recorded.
   */
  readonly approve?: boolean | ((args: unknown) => Awaitable<boolean>);
  /** Who may approve a call of it, and answer what it asks: names as in `who` of a wait. They go before those of a workflow. */
  readonly who?: readonly string[] | undefined;
  /** Checks the arguments and may change their form; default: the check by `parameters`. */
  readonly parse?: (args: Json) => ParsedArguments;
  /** JSON schema of its result, where it is known. It is not checked: editors offer its fields before anything has run. */
  readonly output?: JsonObject | undefined;
  /** What `parameters` describe, where it is not the arguments themselves: files are sent as text, and are checked as such. */
  readonly asChecked?: (args: Json) => Json;
  /** Why its arguments are passed on without a check: `parameters` came from others, and cannot be used to check. */
  readonly unchecked?: string | undefined;
  /**
   * For a tool that a person answers: what is asked. The run waits, `run` is never called, and the answer is the result. An answer
   * must fit the schema of the question.
   */
  readonly ask?: (args: unknown) => WaitQuestion;
  /** It uses an account of the run's owner: a call may need a sign-in, for which the run waits. */
  readonly signsIn?: true | undefined;
  /** What it gives back is taken as JSON; what it throws is told to the model. */
  run(args: unknown, call: ToolCall): unknown;
}

export type ParsedArguments =
  | { readonly ok: true; readonly args: unknown }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The MCP server that a call goes to. */
export interface CalledServer {
  /** Of the protocol: `tools/call`. */
  readonly method: string;
  /** The tool as the server calls it. */
  readonly tool: string;
  readonly protocolVersion?: string;
  readonly session?: string;
  /** A process speaks through a pipe, a remote server over TCP. */
  readonly transport: 'pipe' | 'tcp';
  readonly server?: ServerAddress;
}

/** What a tool may know and do besides its arguments. */
export interface ToolCall {
  /** Aborts when the activation that calls is cancelled or times out. */
  readonly signal: AbortSignal;
  /** Equal when this very call is made again after a crash, for receivers that deduplicate. */
  readonly idempotencyKey: string;
  readonly callId: string;
  readonly run: RunId;
  /** Whose run it is; absent for one that belongs to nobody. */
  readonly user?: string | undefined;
  /** The run at the top of which `run` is a child, at any depth; absent when it has no parent. */
  readonly root?: RunId;
  /** The node whose model made the call. */
  readonly node: NodeId;
  /** The `traceparent` to send along, where somebody traces the call. */
  readonly trace?: string;
  /** To be called with the server that a call goes to, for whoever traces it; absent where nobody does. */
  readonly onServer?: (server: CalledServer) => void;
  /**
   * Files of the run: reads those that its arguments name, and stores new ones, whose values it may give back. Absent where the call
   * is part of no run.
   */
  readonly files?: NodeFiles;
  /**
   * Asks a person something that only turned up during the call; the answer fits the schema of the question. The run waits, and the call goes on.
   * Absent where the call is part of no run.
   */
  readonly ask?: (question: WaitQuestion) => Promise<Json>;
  /** Sends a transient event to whoever watches the run. */
  emit(event: JsonObject): void;
}
