// What the steps of one compilation share. Drafts are the graph's own objects, filled step by step and never changed after
// `compileGraph` has returned them.
import type { Diagnostic, Workflow } from '../../definition.ts';
import type { Reference } from '../../references/template.ts';
import type { GraphDebounce, GraphEdge, GraphNode, GraphState, SharedSlots } from '../graph.ts';
import type { NodeKind } from '../node-kind.ts';
import { closestName } from '../../values/closest-name.ts';
import { quoted } from './quoted.ts';

export type NodeDraft = { -readonly [Key in keyof GraphNode]: GraphNode[Key] };
export type EdgeDraft = { -readonly [Key in keyof GraphEdge]: GraphEdge[Key] };

/** References written in one place, and when they are read. */
export interface ReferencePlace {
  readonly node: number;
  /** Read when the node completes (the condition of an edge), not when it starts. */
  readonly isAfter: boolean;
  readonly pointer: string;
  readonly references: readonly Reference[];
}

export interface Compilation {
  readonly workflow: Workflow;
  readonly kinds: ReadonlyMap<string, NodeKind>;
  /** The entry, when the caller replaces the workflow's own. */
  readonly start: string | undefined;
  readonly diagnostics: Diagnostic[];
  readonly places: ReferencePlace[];
  readonly nodes: NodeDraft[];
  /** The first node of each id. */
  readonly nodeById: Map<string, NodeDraft>;
  /** Edges whose ends exist. */
  readonly edges: EdgeDraft[];
  /** Limits across runs that hold a run at its start. */
  runs: SharedSlots | null;
  debounce: GraphDebounce | null;
  state: GraphState | null;
  /** How many more names may be searched for a close one. */
  suggestionsLeft: number;
  /** The names of all kinds, for hints, once one is needed. */
  knownTypes: string | null;
}

export function createCompilation(
  options: Pick<Compilation, 'workflow' | 'kinds' | 'start'>,
): Compilation {
  return {
    ...options,
    diagnostics: [],
    places: [],
    nodes: [],
    nodeById: new Map(),
    edges: [],
    runs: null,
    debounce: null,
    state: null,
    suggestionsLeft: 100,
    knownTypes: null,
  };
}

/** The beginning of a hint: `Did you mean "review"? `, or nothing. */
export function didYouMean(
  compilation: Compilation,
  wanted: string,
  names: Iterable<string>,
): string {
  if (compilation.suggestionsLeft === 0) return '';
  compilation.suggestionsLeft--;
  const closest = closestName(wanted, names);
  return closest === null ? '' : `Did you mean ${quoted(closest)}? `;
}

/** Whether there is an error that leaves the wiring unclear, so that conclusions from it would mislead. */
export function isWiringBroken({ diagnostics }: Compilation): boolean {
  return diagnostics.some(({ code }) => wiringCodes.has(code));
}

const wiringCodes: ReadonlySet<string> = new Set([
  'DUPLICATE_ID',
  'EDGE_END_MISSING',
  'ENTRY_MISSING',
  'LIMIT_NODE_MISSING',
  'LOOP_AMBIGUOUS',
  'LOOP_IMPOSSIBLE',
  'LOOPS_TOO_DEEP',
  'NO_ENTRY',
]);
