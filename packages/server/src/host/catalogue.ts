import type { Json, JsonObject } from '@skein/api';

/** What workflows can be made of. Each list is read when a caller asks for it. */
export interface Catalogue {
  readonly nodeTypes: () => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly functions: () => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly models: () => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  /** Those of everybody, and the user's own. */
  readonly tools: (user: string) => readonly JsonObject[] | Promise<readonly JsonObject[]>;
  readonly templates: () => readonly Template[] | Promise<readonly Template[]>;
}

/** A workflow to start from. */
export interface Template {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly dialect: string;
  readonly definition: JsonObject;
  /** To try it with. */
  readonly input: JsonObject[string];
  /** What models say in it, where no provider answers. */
  readonly replies?: Json;
}
