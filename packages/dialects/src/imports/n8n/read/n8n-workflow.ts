// A workflow of n8n as the rest of the importer sees it
// Files are written by hand and by other programs too: whatever has the wrong type reads as if it were not there.
import type { Json, JsonObject } from '@skein/kernel';

export interface N8nWorkflow {
  /** By which other workflows call it; empty: the file does not say. */
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly N8nNode[];
  /** Along which items travel. */
  readonly edges: readonly N8nEdge[];
  /** A model, a memory, a parser or a tool, and the node that uses it. */
  readonly helpers: readonly N8nHelper[];
  /** Edges from or to nodes that do not exist, which n8n ignores as well. */
  readonly dangling: readonly DanglingEdge[];
  readonly settings: JsonObject;
  readonly pins: JsonObject;
  /** Whether each branch runs to its end, the topmost first; else in the order of the connections, breadth first. */
  readonly isDepthFirst: boolean;
}

export interface N8nNode {
  /** Unique, unlike names. */
  readonly index: number;
  readonly name: string;
  readonly id: string;
  /** Without the name of n8n's own packages: `httpRequest`, `langchain.agent`, `n8n-nodes-other.thing`. */
  readonly type: string;
  readonly version: number;
  readonly position: readonly [number, number] | null;
  readonly parameters: JsonObject;
  readonly credentials: readonly N8nCredential[];
  readonly isDisabled: boolean;
  readonly onError: OnError;
  readonly isOnce: boolean;
  readonly alwaysOutputs: boolean;
  readonly retry: { readonly attempts: number; readonly waitMs: number } | null;
  readonly notes: string;
  /** JSON pointer into the file. */
  readonly pointer: string;
}

export type OnError = 'stop' | 'regular-output' | 'error-output';

export interface N8nCredential {
  readonly type: string;
  readonly name: string;
}

export interface N8nEdge {
  readonly from: N8nNode;
  readonly output: number;
  readonly to: N8nNode;
  readonly input: number;
}

export interface N8nHelper {
  readonly helper: N8nNode;
  readonly root: N8nNode;
  /** `ai_tool`, `ai_languageModel` … */
  readonly kind: string;
  readonly input: number;
}

export interface DanglingEdge {
  readonly from: string;
  readonly to: string;
  readonly pointer: string;
}

export type JsonPath = readonly (string | number)[];

/** The value at a path of keys, or undefined. */
export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    if (Array.isArray(found)) found = typeof key === 'number' ? found[key] : undefined;
    else found = Object.hasOwn(found, key) ? (found as JsonObject)[key] : undefined; // Not a list: just asked.
  }
  return found;
}
