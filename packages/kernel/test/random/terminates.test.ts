// Goal: whatever a workflow is made of and whatever comes from outside, the run ends, once, and never hangs before that.
// Method: random workflows of all node modes, answered at random; what must always hold is checked after every event.
//
// T1. While a run is not over, it waits for something outside that the host knows of.
// T2. Slots, mutexes and the gate hold back what they should.
// T3. When it is over, nothing is left of it, and nothing changes it any more.
// T4. Rebuilding from the journal leads to the same state; a state read back from its dump decides the same.
import {
  compileGraph,
  createRun,
  dumpState,
  isOver,
  loadState,
  rebuildState,
  transition,
  type Derived,
  type Graph,
  type RunEvent,
  type RunState,
  type Transition,
} from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryWorkflow } from './arbitrary-workflow.ts';
import { randomHost, type RandomHost } from './random-host.ts';
import { randomSource } from './random-source.ts';

const RUNS = Number(process.env['SKEIN_SEEDS'] ?? 200);
const EVENTS_MAX = 300;

describe('random workflows with random answers', () => {
  it('[K40] [K45] [K46] [K47] [K48] [K49] [K54] [K55] [K57] every run ends in one terminal status', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(arbitraryWorkflow(), fc.nat(), (workflow, seed) => {
        const { graph } = compileGraph(workflow);
        fc.pre(graph !== null);
        const run = playToTheEnd(graph as Graph, seed);
        seen.add(run.state.status);
        for (const type of run.derivedTypes) seen.add(type);
      }),
      { numRuns: RUNS },
    );
    // The runs were worth playing.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'completed',
        'failed',
        'stalled',
        'activation.retrying',
        'activation.pending',
        'activation.cancelled',
        'limit.reached',
        'wait.closed',
      ]),
    );
  });
});

interface Played {
  readonly state: RunState;
  readonly derivedTypes: ReadonlySet<Derived['type']>;
}

export function playToTheEnd(graph: Graph, seed: number): Played {
  const random = randomSource(seed);
  const host = randomHost(random);
  const journal: RunEvent[] = [];
  const derivedTypes = new Set<Derived['type']>();
  let state = createRun();
  let ends = 0;
  const send = (event: object): Transition => {
    const seq = journal.length + 1;
    const digits = (seq * 0x1_0000_0000 + random.between(0, 0xffff)).toString(16).padStart(12, '0');
    const id = `00000000-0000-7000-8000-${digits}`;
    const full = { at: state.updatedAt, ...event, seq, id } as RunEvent;
    journal.push(full);
    const closed = state.gate.closed;
    const copy = seq === 1 ? createRun() : loadState(graph, dumpState(graph, state));
    const result = transition(graph, state, full);
    const { effects, derived } = transition(graph, copy, full);
    ({ state } = result);
    expect({ effects, derived }).toEqual({ effects: result.effects, derived: result.derived });
    host.obey(result.effects);
    for (const { type } of result.derived) derivedTypes.add(type);
    ends += result.effects.filter(({ type }) => type === 'finish').length;
    if (closed) checkGate(state, full, result.derived);
    if (!isOver(state)) checkUnderWay(graph, state, host);
    return result;
  };
  send({
    type: 'run.started',
    run: 'r',
    workflow: { id: 'w', version: 'v' },
    rules: 1,
    input: 1,
    at: 1000,
  });
  while (!isOver(state)) {
    const event = journal.length < EVENTS_MAX ? nextEvent(host, state) : null;
    send(event ?? { type: 'run.cancelled' });
  }
  expect(ends).toBe(1);
  checkOver(state);
  expect(dumpState(graph, rebuildState(graph, journal))).toEqual(dumpState(graph, state));
  checkNothingFollows(graph, state, host, send);
  return { state, derivedTypes };

  function nextEvent({ open, next }: RandomHost, { nodes, updatedAt }: RunState): object | null {
    const failed = [...nodes].filter(([, node]) => node.failed !== null);
    if (failed.length > 0 && random.chance(0.02)) {
      const [at, node] = random.pick(failed);
      return {
        type: 'node.retried',
        node: graph.nodes[at]?.id,
        activation: node.failed?.activation,
      };
    }
    expect([...open.keys()]).not.toEqual([]);
    return next(journal.length, updatedAt);
  }
}

/** T1, T2. */
function checkUnderWay(graph: Graph, state: RunState, host: RandomHost): void {
  const open = [...host.open.values()];
  const alive = [...state.nodes.values()].flatMap((node) => node.alive);
  const running = alive.filter(
    ({ status, node: { kind } }) =>
      status === 'running' && (kind.mode === 'execute' || kind.mode === 'emit'),
  );
  for (const { node, n } of running) {
    expect(open).toContainEqual(
      expect.objectContaining({ node: node.id, activation: n, index: 0 }),
    );
  }
  const waits = open.filter(({ kind }) => kind === 'wait').map(({ id }) => id);
  expect(waits.toSorted()).toEqual([...state.waits.keys()].toSorted());
  const timers = open.filter(({ kind }) => kind === 'timer').map(({ id }) => id);
  expect(timers.toSorted()).toEqual([...state.timers.keys()].toSorted());
  const owners = [
    ...state.background.values(),
    ...alive.flatMap(({ node, n, extra }) =>
      extra?.children ? [{ activation: { node, n }, children: extra.children }] : [],
    ),
  ];
  const children = owners.flatMap(({ activation: { node, n }, children: { running: indexes } }) =>
    [...indexes].map((index) => ({ kind: 'child', node: node.id, activation: n, index })),
  );
  for (const child of children) expect(open).toContainEqual(expect.objectContaining(child));

  // The time limits of attempts and runs only end things, they do not bring them on.
  const driving = [...state.timers.values()].filter(
    ({ purpose }) => purpose === 'delay' || purpose === 'retry',
  );
  const goesOn = open.some(({ kind }) => kind === 'continue');
  expect(goesOn || running.length + state.waits.size + children.length + driving.length > 0).toBe(
    true,
  );

  expect(state.executing).toBeLessThanOrEqual(graph.policy.concurrency);
  for (const { status, extra, node } of alive) {
    const isOut = status === 'running' || status === 'retrying' || status === 'waiting';
    if (!isOut || !extra?.mutex) continue;
    expect(node.kind.mode).not.toBe('wait');
    expect(state.mutexes.get(extra.mutex)?.[0]?.extra === extra).toBe(true);
  }
  const { onLimit, countsFrom, maxSteps } = graph.policy;
  if (onLimit === 'fail' && countsFrom === 'start')
    expect(state.steps).toBeLessThanOrEqual(maxSteps);
}

/** Nothing new starts behind a closed gate, unless a person or a limit says so. */
function checkGate(state: RunState, event: RunEvent, derived: readonly Derived[]): void {
  const isOpened = event.type === 'wait.answered' || event.type === 'wait.expired';
  if (!state.gate.closed || isOpened || event.type === 'node.retried') return;
  if (derived.some(({ type }) => type === 'limit.reached' || type === 'wait.closed')) return;
  expect(derived.filter(({ type }) => type === 'activation.created')).toEqual([]);
}

/** T3. */
function checkOver(state: RunState): void {
  expect(Object.values(state.tally).every((count) => count === 0)).toBe(true);
  const { waits, timers, mutexes, background, pendingOn } = state;
  const { held, dirty, suspects } = state.joins;
  const { queue, queuedAt } = state.gate;
  for (const left of [waits, timers, held, queuedAt, mutexes, background, pendingOn, suspects]) {
    expect(left.size).toBe(0);
  }
  const { agenda, ready, pass } = state;
  for (const left of [agenda, queue, ready, dirty, pass.current, pass.next, pass.finishing]) {
    expect(left.length).toBe(0);
  }
  expect([state.executing, state.gate.closed, state.paused, state.clock.timer]).toEqual([
    0,
    false,
    null,
    null,
  ]);
}

function checkNothingFollows(
  graph: Graph,
  state: RunState,
  host: RandomHost,
  send: (event: object) => Transition,
): void {
  const before = dumpState(graph, state);
  for (let late = 0; late < 5; late++) {
    const { effects, derived } = send(host.next(0, state.updatedAt) ?? { type: 'run.continued' });
    expect([effects, derived]).toEqual([[], []]);
  }
  const { seq, updatedAt } = before;
  expect({ ...dumpState(graph, state), seq, updatedAt }).toEqual(before);
}
