// Plays one random workflow with one random host and checks what must always hold.
import {
  explain,
  isOver,
  rebuildState,
  RULES,
  runView,
  type Graph,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import { expect } from 'vitest';
import { randomHost } from './random-host.ts';
import { randomSource } from './random-source.ts';
import { randomWorkflow } from './random-workflow.ts';
import { createTwins, dumpText } from './twins.ts';

const EVENTS_MAX = 200;

export interface RandomRun {
  readonly graph: Graph;
  readonly state: RunState;
  readonly journal: readonly RunEvent[];
}

export function playRandomRun(seed: number): RandomRun {
  const random = randomSource(seed);
  const graph = randomWorkflow(random);
  const host = randomHost(random);
  const twins = createTwins(graph);
  const journal: RunEvent[] = [];
  let ends = 0;
  const send = (event: object): void => {
    const seq = journal.length + 1;
    const last = (seq * 0x10000 + random.between(0, 0xfff)).toString(16).padStart(12, '0');
    const full = {
      at: twins.state.updatedAt,
      ...event,
      seq,
      id: `00000000-0000-7000-8000-${last}`,
    };
    journal.push(full as RunEvent);
    const { effects } = twins.send(full as RunEvent);
    ends += effects.filter(({ type }) => type === 'finish').length;
    host.obey(effects);
  };
  const rules = random.pick([1, 2, 4, 8, RULES]);
  send({ type: 'run.started', run: 'r', workflow: { id: 'w', version: 'v' }, rules, input: 1 });
  while (!isOver(twins.state) && journal.length < EVENTS_MAX) {
    const event = host.next(journal.length, twins.state.updatedAt);
    if (event === null) {
      throw new Error(`The run hangs: it is ${twins.state.status} and waits for nothing.`);
    }
    send(event);
  }
  const { state } = twins;
  expect(isOver(state)).toBe(true);
  expect(ends).toBe(1);
  expect([...host.open.values()].filter(({ kind }) => kind !== 'continue')).toEqual([]);
  expect(dumpText(graph, rebuildState(graph, journal))).toBe(dumpText(graph, state));
  checkExplained(graph, state, journal);
  return { graph, state, journal };
}

function checkExplained(graph: Graph, state: RunState, journal: readonly RunEvent[]): void {
  const view = runView(graph, state) as {
    readonly nodes: { readonly [id: string]: { readonly status: string } };
  };
  for (const node of graph.nodes) {
    const explanation = explain(graph, journal, node.id);
    expect(explanation?.status).toBe(view.nodes[node.id]?.status);
    expect(explanation?.status).toMatch(/^(completed|failed|cancelled|skipped)$/u);
    expect(explanation?.notRun === undefined).toBe((state.nodes.get(node.index)?.count ?? 0) > 0);
  }
}
