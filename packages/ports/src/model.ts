// The model port
// One call, one answer: loops over tools are Skein's own, so that each call is a recorded step. Streaming is a callback
// beside the answer; what streams is never journaled.
import type { Json, JsonObject } from '@skein/kernel';

export interface LanguageModel {
  readonly provider: string;
  readonly name: string;
  call(request: ModelRequest): Promise<ModelReply>;
}

export interface ModelRequest {
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** The answer must fit this JSON schema. */
  readonly schema?: Json;
  readonly temperature?: number;
  readonly reasoningEffort?: string;
  readonly signal: AbortSignal;
  readonly onToken?: (text: string) => void;
  /** Who asks, for scripts and logs. */
  readonly caller: {
    readonly run: string;
    /** The run at the top of which `run` is a child, at any depth; absent when it has no parent. */
    readonly root?: string;
    readonly node: string;
    readonly nodeName: string;
    readonly agent?: string;
    readonly context: string;
  };
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: Json;
  readonly toolCalls?: readonly ModelToolCall[];
  readonly toolCallId?: string;
  readonly name?: string;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Json;
}

export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly usage: { readonly input: number; readonly output: number; readonly usd: number };
}
