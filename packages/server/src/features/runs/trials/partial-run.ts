// A part of a workflow as a workflow of its own
import { ownValue, textAt, type JsonObject } from '@skein/api';
import { idOf, partsOf } from './approvals-before.ts';
import type { Reach } from './reach.ts';
import { runAfter } from './run-after.ts';
import { runBefore } from './run-before.ts';
import type { TrialGraph, Tried } from './trial-graph.ts';
import { called, pick } from './trial-nodes.ts';

export interface PartialRun extends Pick<TrialGraph, 'runs' | 'effects'> {
  readonly definition: JsonObject;
}

/** From a native workflow to a native workflow; null when it has no such node. */
export function partialRun(workflow: JsonObject, tried: Tried): PartialRun | null {
  const parts = partsOf(workflow);
  const asked = parts.nodes.find((each) => idOf(each) === tried.node);
  if (asked === undefined) return null;
  const graph =
    tried.reach === 'to' ? runBefore(parts, tried, entryOf(workflow)) : runAfter(parts, tried);
  const { runs, effects, entry, nodes, edges } = graph;
  const name = textAt(workflow, 'name') || 'a workflow without a name';
  return {
    runs,
    effects,
    definition: {
      skein: 1,
      ...pick(workflow, ['policy', 'contexts', 'state', 'tools']),
      name: `${words[tried.reach]} ${called(asked)}: ${name}`,
      entry: [...entry],
      nodes: [...nodes],
      edges: [...edges],
    },
  };
}

const words: { readonly [reach in Reach]: string } = {
  node: 'Trial run of',
  from: 'Trial run from',
  to: 'Trial run to',
};

function entryOf(workflow: JsonObject): readonly string[] | undefined {
  const entry = ownValue(workflow, 'entry');
  return Array.isArray(entry) ? entry.filter((each) => typeof each === 'string') : undefined;
}
