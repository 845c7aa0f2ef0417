// What handlers work with; given to the server when it is made.
import type { JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { Clock, Store, UnknownCalls } from '@skein/ports';
import type { Sealer } from '../features/secrets/sealer.ts';
import type { StoredSecrets } from '../features/secrets/stored-secrets.ts';
import type { McpHttp } from '../features/mcp/mcp-http.ts';
import type { StreamOptions } from '../features/runs/event-stream.ts';
import type { Summaries } from '../features/summaries/summaries.ts';

/** What it takes to work on workflows, with or without a network. */
export interface CoreServices {
  readonly engine: Engine;
  /** The one that the engine works on. */
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  /** New ids for what is made: workflows, keys, triggers. */
  readonly newId: () => string;
  readonly summaries: Summaries;
}

export interface Services extends CoreServices {
  readonly catalogue: Catalogue;
  /** Of the package. */
  readonly version: string;
  /** Aborted when the server is being stopped. */
  readonly closing: AbortSignal;
  readonly sealer: Sealer;
  /** What the configuration names as `${NAME}`. */
  readonly secrets: StoredSecrets;
  /** To be called when a secret was set or taken away. */
  readonly onSecretChanged: () => Promise<void>;
  readonly mcpServers: McpServers;
  readonly recordCassette: RecordCassette;
  /** Throws when too many deliveries come for a trigger. */
  readonly limitHook: (trigger: string) => void;
  /** To be called when a key was made. */
  readonly onKeyMade: () => void;
  readonly mcp: McpHttp;
  readonly streams: StreamOptions;
  readonly onBug: (error: unknown, reference: string) => void;
}

/** What a run asked models and tools as a cassette, without the secrets of this process. */
export type RecordCassette = (run: string) => Promise<{
  readonly cassette: object;
  readonly unknown: readonly UnknownCalls[];
}>;

/** The MCP servers of the configuration. */
export interface McpServers {
  list(): Promise<readonly McpServerInfo[]>;
  /** All tools, or those named, where a hash must be the one that was looked at; NOT_FOUND when there is no such server. */
  confirm(server: string, tools?: ReadonlyMap<string, string | undefined>): Promise<void>;
}

export interface McpServerInfo {
  readonly name: string;
  readonly transport: 'stdio' | 'http';
  readonly state: 'ready' | 'failed' | 'disabled';
  readonly error?: string;
  readonly tools: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
    readonly hash: string;
    readonly effect: string;
    readonly approve: boolean;
    readonly state: 'ready' | 'changed' | 'new' | 'disabled' | 'unusable';
  }[];
}

/** What workflows can be made of; lists are asked for when somebody wants to see them. */
export interface Catalogue {
  readonly nodeTypes: () => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly models: () => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly tools: () => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly templates: () => readonly Template[] | Promise<readonly Template[]>;
}

/** A workflow to begin with. */
export interface Template {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly dialect: string;
  readonly definition: JsonObject;
  /** To try it with. */
  readonly input: JsonObject[string];
}
