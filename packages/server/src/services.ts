// What handlers work with; given to the server when it is made.
import type { JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { Clock, Store } from '@skein/ports';
import type { Sealer } from './secrets/sealer.ts';
import type { McpHttp } from './mcp/mcp-http.ts';
import type { StreamOptions } from './events/event-stream.ts';

export interface Services {
  readonly engine: Engine;
  /** The one that the engine works on. */
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly clock: Pick<Clock, 'now'>;
  /** New ids for what the server makes: workflows, keys, triggers. */
  readonly newId: () => string;
  /** Of the package. */
  readonly version: string;
  /** Aborted when the server is being stopped. */
  readonly closing: AbortSignal;
  readonly sealer: Sealer;
  /** To be called when a key was made. */
  readonly onKeyMade: () => void;
  readonly mcp: McpHttp;
  readonly streams: StreamOptions;
  readonly onBug: (error: unknown, reference: string) => void;
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
