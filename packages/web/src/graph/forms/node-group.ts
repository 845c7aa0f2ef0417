// Node-level settings
// What every node of a dialect has besides the config of its type: when it starts, what happens when it fails. Shown folded,
// with a summary, because most nodes keep the defaults.
import type { Field } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';

export interface NodeGroup {
  readonly title: string;
  /** Keys of the node itself. */
  readonly keys: readonly string[];
  readonly schema: JsonObject;
  readonly settings: ReadonlyMap<string, Field>;
  /** The settings of this node in a few words. */
  readonly summary: (node: JsonObject) => string;
}
