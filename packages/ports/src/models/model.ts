// The model port
// One call, one answer: loops over tools are Skein's own, so that each call is a recorded step. Streaming is a callback
// beside the answer; what streams is never journaled.
import type { Json, JsonObject, NodeId, RunId } from '@skein/kernel';
import type { ModelSettings } from './model-settings.ts';

export interface LanguageModel {
  readonly provider: string;
  readonly name: string;
  /** The provider keeps conversations: later calls need only send what is new. */
  readonly hasSessions?: boolean | undefined;
  /** Whether its provider searches the web itself; absent when nobody knows. */
  readonly hasWebSearch?: boolean | undefined;
  /** Why no call could be made now, such as a key that is missing. Calls nothing. */
  findProblem?(): Promise<ModelProblem | undefined>;
  /** It asks nobody and costs nothing, so a test need not have an answer for it. */
  readonly isFree?: true | undefined;
  /** The most tokens that one answer may have, when the request sets no limit of its own; for budgets. */
  readonly outputTokensMax?: number | undefined;
  /** Where calls go, for those who measure. */
  readonly server?: ServerAddress | undefined;
  /** Whether answers arrive in pieces, for those who measure. */
  readonly streams?: boolean | undefined;
  /** What so many tokens cost in USD; undefined when nobody knows. */
  priceOf?(tokens: { readonly input: number; readonly output: number }): number | undefined;
  call(request: ModelRequest): Promise<ModelReply>;
}

export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

export interface ModelProblem {
  readonly message: string;
  readonly hint: string;
}

export interface ModelRequest extends ModelSettings {
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** The answer must fit this JSON schema. */
  readonly schema?: Json;
  /**
   * The provider is to keep this conversation, where it can. With an `id` it has the first `known` messages already, and
   * only those after them are sent.
   */
  readonly session?: { readonly id?: string; readonly known?: number };
  /** Opens files that results of tools name, for models that are shown pictures. */
  readonly files?: NamedFiles | undefined;
  readonly signal: AbortSignal;
  readonly onToken?: (text: string) => void;
  /** What else comes in pieces: thoughts, and the arguments of calls as they are written. */
  readonly onPiece?: (piece: ModelPiece) => void;
  /** The `traceparent` to send along, where somebody traces the call. */
  readonly trace?: string;
  /** Who asks, for scripts and logs. */
  readonly caller: {
    readonly run: RunId;
    /** The run at the top of which `run` is a child, at any depth; absent when it has no parent. */
    readonly root?: RunId;
    readonly node: NodeId;
    readonly nodeName: string;
    readonly agent?: string;
    readonly context: string;
    /** The thread that the run is a turn of: to whoever talks in it, all its runs are one conversation. */
    readonly thread?: string;
  };
}

/** Files, by the values that name them. */
export interface NamedFiles {
  open(value: Json): Promise<{ readonly type: string; readonly size: number }>;
  read(value: Json): Promise<Uint8Array>;
}

/** A piece of an answer that is not its text. Types, not interfaces: they are JSON. */
export type ModelPiece =
  | { readonly type: 'reasoning'; readonly text: string }
  /** A piece of the JSON text of a call's arguments; the first one of a call may be empty. */
  | {
      readonly type: 'tool-input';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
    };

/** A model as a running node sees it: who asks, who may abort and who watches is known to the engine. */
export interface NodeModel extends Omit<LanguageModel, 'call'> {
  call(request: NodeModelRequest): Promise<ModelReply>;
}

export type NodeModelRequest = Omit<ModelRequest, 'signal' | 'caller'> &
  Partial<Pick<ModelRequest, 'signal' | 'caller'>>;

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: Json;
  readonly toolCalls?: readonly ModelToolCall[];
  readonly toolCallId?: string;
  /**
   * Of an assistant's message: who spoke. It is the asked one's own if it has no name, or that of the caller's node. Of a result:
   * the tool.
   */
  readonly name?: string;
  /** The message as its provider wants it back, where text and calls are not all of it (signatures of its thoughts). */
  readonly original?: OriginalMessage;
}

export interface OriginalMessage {
  readonly provider: string;
  readonly parts: Json;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** Providers that have such a tool of their own run it themselves, inside the call. */
  readonly builtIn?: 'web_search';
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Json;
  /** Why it must not be run, where a recording knows that already. */
  readonly problem?: { readonly reason: 'malformed' | 'not-offered'; readonly message: string };
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly usage: { readonly input: number; readonly output: number; readonly usd: number };
  readonly original?: OriginalMessage;
  /** The answer reached the limit of its length and breaks off. */
  readonly finish?: 'length';
  /** Under which the provider keeps the conversation up to and with this answer. */
  readonly session?: string;
  /** What else the provider said about it, for those who measure; never journaled. */
  readonly details?: ReplyDetails;
}

export interface ReplyDetails {
  /** Of the answer, at the provider. */
  readonly id?: string;
  /** The model that answered: a name may stand for one that changes. */
  readonly model?: string;
  /** From the request to the first piece of the answer. */
  readonly firstChunkMs?: number;
  /** Input that the provider had kept; counted in `usage.input` too. */
  readonly cacheReadTokens?: number;
  /** Input that the provider keeps from now on. */
  readonly cacheWriteTokens?: number;
  /** Output that was thinking; counted in `usage.output` too. */
  readonly reasoningTokens?: number;
}
