// Plays a workflow on the kernel
// A hand-driven host: it keeps the journal, remembers what the kernel asked for, and answers when the test says so. After
// every event it checks that the state survives a dump and a load, and that the journal rebuilds to the same state.
import {
  compileGraph,
  createRun,
  dumpState,
  loadState,
  rebuildState,
  runId,
  transition,
  versionId,
  waitId,
  workflowId,
  type Derived,
  type Effect,
  type ExecuteEffect,
  type Graph,
  type Json,
  type NodeKind,
  type NodeResult,
  type RunEvent,
  type RunState,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from '@skein/kernel';
import { expect } from 'vitest';

type Distribute<T> = T extends unknown ? Omit<T, 'seq' | 'at' | 'id'> : never;
export type PlainEvent = Distribute<RunEvent> & { readonly at?: number };

export interface Player {
  readonly graph: Graph;
  readonly journal: readonly RunEvent[];
  readonly state: RunState;
  /** What came out of the last event. */
  readonly effects: readonly Effect[];
  readonly derived: readonly Derived[];
  /** Executions that were asked for and not yet answered, as `node#activation`, in the order of asking. */
  readonly running: () => string[];
  /** The open execution of a node (its oldest, or number n). */
  readonly execution: (node: string, n?: number) => ExecuteEffect;
  readonly send: (event: PlainEvent) => Player;
  readonly start: (input?: Json) => Player;
  readonly complete: (node: string, result?: NodeResult, n?: number) => Player;
  readonly fail: (
    node: string,
    failure?: Partial<{
      code: string;
      name: string;
      message: string;
      retry: 'never' | 'later' | { afterMs: number };
    }>,
  ) => Player;
  /** Answers the oldest open wait of a node. */
  readonly answer: (node: string, answer: Json, result?: NodeResult) => Player;
  /** Lets the clock run to the next timer and fires it. */
  readonly fireTimer: () => Player;
  readonly waits: () => string[];
  readonly output: (node: string) => Json | undefined;
  readonly outputs: (node: string) => Json[];
  /** How often a node was activated. */
  readonly count: (node: string) => number;
  /** Inputs of each activation of a node, as derived, in order. */
  readonly inputsOf: (node: string) => Json[];
}

export interface PlayOptions {
  readonly kinds?: ReadonlyMap<string, NodeKind>;
  readonly start?: string;
}

/** Nodes given as text are functions: `step('a')`. */
export function step(id: string, more: Partial<WorkflowNode> = {}): WorkflowNode {
  return { id, type: 'function', config: { name: 'any' }, ...more };
}

export const steps = (...ids: string[]): WorkflowNode[] => ids.map((id) => step(id));

/** `'a -> b'`, `'a => b'` (marked loop), `'a.port -> b.input'`. */
export function edge(text: string, more: Partial<WorkflowEdge> = {}): WorkflowEdge {
  const match = /^(\w+)(?:\.(\w+))? (->|=>) (\w+)(?:\.(\w+))?$/.exec(text);
  if (match === null) throw new Error(`Not an edge: ${text}`);
  const [, from = '', out, arrow, to = '', into] = match;
  return {
    id: text,
    from,
    to,
    ...(out === undefined ? {} : { out }),
    ...(into === undefined ? {} : { in: into }),
    ...(arrow === '=>' ? { loop: true } : {}),
    ...more,
  };
}

export function play(workflow: Omit<Workflow, 'skein'>, options: PlayOptions = {}): Player {
  const { graph, diagnostics } = compileGraph({ skein: 1, ...workflow }, options);
  if (graph === null) throw new Error(JSON.stringify(diagnostics, null, 2));
  return createPlayer(graph);
}

function createPlayer(graph: Graph): Player {
  let state = createRun();
  const journal: RunEvent[] = [];
  let effects: readonly Effect[] = [];
  let derived: readonly Derived[] = [];
  const open = new Map<string, ExecuteEffect>();
  const inputs: { readonly node: string; readonly value: Json }[] = [];
  let clock = 1_000_000;

  const send = (event: PlainEvent): Player => {
    const seq = journal.length + 1;
    clock = event.at ?? clock;
    // The UUID differs per event, so that ids made from it do too.
    const id = `00000000-0000-7000-8000-${(seq * 0x100000).toString(16).padStart(12, '0')}`;
    const full = { ...event, seq, at: clock, id } as RunEvent;
    journal.push(full);
    ({ state, effects, derived } = transition(graph, state, full));
    remember();
    check();
    return player;
  };
  const remember = (): void => {
    for (const each of derived) {
      if (each.type === 'activation.created') inputs.push({ node: each.node, value: each.inputs });
    }
    for (const effect of effects) {
      if (effect.type === 'execute') open.set(`${effect.node}#${effect.activation}`, effect);
      if (effect.type === 'cancel' && effect.what.kind === 'execute') {
        open.delete(`${effect.what.node}#${effect.what.activation}`);
      }
    }
  };
  const check = (): void => {
    const dump = dumpState(graph, state);
    expect(dumpState(graph, loadState(graph, dump))).toEqual(dump);
    expect(dumpState(graph, rebuildState(graph, journal))).toEqual(dump);
  };
  const find = (node: string, n?: number): ExecuteEffect => {
    for (const effect of open.values()) {
      if (effect.node === node && (n === undefined || effect.activation === n)) return effect;
    }
    throw new Error(`"${node}" is not executing; executing: ${[...open.keys()].join(', ')}`);
  };
  const take = (node: string, n?: number): ExecuteEffect => {
    const effect = find(node, n);
    open.delete(`${effect.node}#${effect.activation}`);
    return effect;
  };
  const waitOf = (node: string): string => {
    for (const wait of state.waits.values()) if ((wait.node?.id ?? '') === node) return wait.id;
    throw new Error(`"${node}" has no open wait`);
  };
  const player: Player = {
    graph,
    journal,
    get state() {
      return state;
    },
    get effects() {
      return effects;
    },
    get derived() {
      return derived;
    },
    running: () => [...open.keys()],
    execution: find,
    send,
    start: (input) =>
      send({
        type: 'run.started',
        run: runId('run-1'),
        workflow: { id: workflowId('w'), version: versionId('v') },
        rules: 1,
        ...(input === undefined ? {} : { input }),
      }),
    complete: (node, result, n) => {
      const { activation } = take(node, n);
      return send({
        type: 'node.completed',
        node,
        activation,
        ...(result ?? { value: `${node}#${activation}` }),
      });
    },
    fail: (node, failure = {}) => {
      const { activation, attempt } = take(node);
      const full = { code: 'BROKEN', message: `${node} broke`, ...failure };
      return send({ type: 'attempt.failed', node, activation, attempt, failure: full });
    },
    answer: (node, answer, result) =>
      send({
        type: 'wait.answered',
        wait: waitId(waitOf(node)),
        answer,
        ...(result === undefined ? {} : { result }),
      }),
    fireTimer: () => {
      const next = [...state.timers.values()].toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) throw new Error('no timer is set');
      return send({ type: 'timer.fired', timer: next.id, at: next.at });
    },
    waits: () => [...state.waits.values()].map((wait) => wait.node?.id ?? '(run)'),
    output: (node) => player.outputs(node).at(-1),
    outputs: (node) => {
      const index = graph.nodeById.get(node)?.index ?? -1;
      return (state.nodes.get(index)?.outputs ?? []).map((output) => output.value);
    },
    count: (node) => state.nodes.get(graph.nodeById.get(node)?.index ?? -1)?.count ?? 0,
    inputsOf: (node) => inputs.filter((each) => each.node === node).map((each) => each.value),
  };
  return player;
}
