// Cassettes
// What a run asked models and tools, with the answers, as one JSON document that people can read and edit. A run with a cassette
// needs neither keys nor a network; answers are matched by request, not by time.
import type { Failure, Json, JsonObject } from '@skein/kernel';
import type { ModelSettings, ModelToolCall, OriginalMessage } from '@skein/ports';

export interface Cassette {
  readonly $schema?: string;
  /** The version of this format. Version 1 does not record `maxOutputTokens`; its calls are found without it. */
  readonly cassette: 1 | 2;
  /** Where it comes from; informative, except that a test starts at its time. */
  readonly run?: CassetteRun;
  /** Who answered, by the model name that nodes use; the empty name stands for nodes without one. */
  readonly models?: { readonly [name: string]: CassetteModel };
  /** The tools that were there, by name. */
  readonly tools?: { readonly [name: string]: CassetteTool };
  readonly calls: readonly CassetteCall[];
  /** The files that answers name. */
  readonly files?: readonly CassetteFile[];
  /** What people and events answered, in order; for tests. */
  readonly answers?: readonly CassetteAnswer[];
}

export interface CassetteFile {
  /** As the values that name it have it. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

export interface CassetteRun {
  readonly id?: string;
  readonly workflow?: string;
  readonly version?: string;
  readonly status?: string;
  readonly startedAt?: string;
  readonly input?: Json;
  readonly output?: Json;
}

export interface CassetteModel {
  readonly provider: string;
  readonly model: string;
  /** The provider kept conversations. */
  readonly sessions?: true;
}

export interface CassetteTool {
  readonly description: string;
  readonly parameters: JsonObject;
  readonly effect?: 'pure' | 'idempotent' | 'guarded';
  readonly approve?: boolean;
  readonly who?: readonly string[];
  readonly builtIn?: 'web_search';
  /** Offered to agents that may call all tools. */
  readonly listed?: true;
}

export type CassetteCall = ModelCassetteCall | ToolCassetteCall | HttpCassetteCall;

interface AboutCall {
  /** The node that asked. */
  readonly node: string;
  /** The activation that it asked in, for people who read the file. */
  readonly in?: string;
  /** How long the answer took; waited for where time is virtual. */
  readonly ms?: number;
}

type Failed = { readonly error: Failure };

export type ModelCassetteCall = AboutCall & { readonly ask: ModelCassetteAsk } & (
    | { readonly reply: CassetteReply }
    | Failed
  );

export interface ModelCassetteAsk extends ModelSettings {
  readonly type: 'model';
  readonly agent?: string;
  readonly model?: string;
  readonly system?: string;
  /** The messages of this call (counted from 1) come first. */
  readonly after?: number;
  readonly messages: readonly JsonObject[];
  /** By name, as described under `tools`; a tool with a different description is written out. */
  readonly tools?: readonly (string | JsonObject)[];
  readonly schema?: Json;
}

export interface CassetteReply {
  readonly text: string;
  readonly toolCalls?: readonly ModelToolCall[];
  readonly usage?: { readonly input?: number; readonly output?: number; readonly usd?: number };
  readonly original?: OriginalMessage;
  readonly finish?: 'length';
  readonly session?: string;
}

export type ToolCassetteCall = AboutCall & {
  readonly ask: { readonly type: 'tool'; readonly name: string; readonly arguments: Json };
} & ({ readonly result: Json } | Failed);

export type HttpCassetteCall = AboutCall & {
  readonly ask: {
    readonly type: 'http';
    readonly method: string;
    readonly url: string;
    readonly body?: string;
  };
} & ({ readonly result: Json } | Failed);

export interface CassetteAnswer {
  readonly node: string;
  readonly answer: Json;
  readonly afterMs?: number;
  readonly event?: string;
}
