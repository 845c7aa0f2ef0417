// What is tried, and what becomes of it
import type { JsonObject } from '@skein/api';
import type { Reach } from './reach.ts';

export interface Tried {
  readonly node: string;
  readonly reach: Reach;
  /** Outputs of nodes that do not run, by their ids. */
  readonly outputs: JsonObject;
  /** Outputs that nodes have instead of being run. */
  readonly pinned: JsonObject;
}

export interface TrialGraph {
  readonly entry: readonly string[];
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  /** Nodes that do what their authors wrote. */
  readonly runs: ReadonlySet<string>;
  /** Those of them that may have effects. */
  readonly effects: readonly string[];
}
