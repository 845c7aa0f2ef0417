// Plays a canvas on the kernel
// A host without an engine: agents answer when the test says so, and answers to approvals come in the form that the node type
// gives them. For what the dialect itself decides; packages/skein runs the same through the real engine.
import {
  createRun,
  runId,
  transition,
  versionId,
  workflowId,
  type Effect,
  type ExecuteEffect,
  type Json,
  type JsonObject,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import { canvas } from '../../src/index.ts';

type Distribute<T> = T extends unknown ? Omit<T, 'seq' | 'at' | 'id'> : never;

export interface CanvasPlayer {
  readonly state: RunState;
  /** The agents that run, in the order in which they began. */
  readonly running: () => readonly string[];
  readonly open: () => readonly string[];
  readonly queued: () => number;
  readonly prompt: (node: string) => Json | undefined;
  readonly config: (node: string) => JsonObject | undefined;
  readonly send: (event: Distribute<RunEvent>) => CanvasPlayer;
  readonly complete: (node: string, value?: Json) => CanvasPlayer;
  readonly answer: (node: string, decision?: 'approve' | 'reject', note?: string) => CanvasPlayer;
  readonly view: () => CanvasView;
  /** The log without its times, as `node type: content`. */
  readonly logs: () => readonly string[];
}

export interface CanvasView {
  readonly runId: string;
  readonly status: string;
  readonly logs: readonly { timestamp: string; nodeId: string; type: string; content: string }[];
  readonly state: JsonObject;
  readonly waitingForInput: boolean;
  readonly currentNodeId: string | null;
}

export function playCanvas(definition: Json, input?: Json): CanvasPlayer {
  const { graph, diagnostics } = canvas.compile(definition);
  if (graph === null) throw new Error(JSON.stringify(diagnostics, null, 2));
  let state = createRun();
  const journal: RunEvent[] = [];
  const executing: ExecuteEffect[] = [];
  const entered = new Map<string, Json>();
  const take = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (effect.type === 'execute') executing.push(effect);
      if (effect.type === 'cancel' && effect.what.kind === 'execute') {
        const { node } = effect.what;
        executing.splice(
          executing.findIndex((one) => one.node === node),
          1,
        );
      }
    }
  };
  const send = (event: Distribute<RunEvent>): CanvasPlayer => {
    const seq = journal.length + 1;
    const id = `00000000-0000-7000-8000-${(seq * 0x100000).toString(16).padStart(12, '0')}`;
    // One second per event, from a time that is easy to read.
    const full = { ...event, seq, at: Date.UTC(2026, 0, 1) + seq * 1000, id } as RunEvent;
    journal.push(full);
    const result = transition(graph, state, full);
    ({ state } = result);
    for (const derived of result.derived) {
      if (derived.type !== 'activation.created') continue;
      entered.set(
        `${derived.activation} ${derived.node}`,
        Object.values(derived.inputs)[0] ?? null,
      );
    }
    take(result.effects);
    return player;
  };
  const player: CanvasPlayer = {
    get state() {
      return state;
    },
    running: () => executing.map(({ node }) => node),
    open: () => [...state.waits.values()].map(({ node }) => node?.id ?? ''),
    queued: () => state.gate.queue.length,
    config: (node) => executing.find((one) => one.node === node)?.config,
    prompt: (node) => executing.find((one) => one.node === node)?.config['prompt'],
    send,
    complete(node, value = `${node} said`) {
      const place = executing.findIndex((one) => one.node === node);
      const [execution] = executing.splice(place, 1);
      if (place === -1 || execution === undefined) throw new Error(`"${node}" does not run.`);
      return send({ type: 'node.completed', node, activation: execution.activation, value });
    },
    answer(node, decision = 'approve', note = '') {
      const wait = [...state.waits.values()].find((one) => one.node?.id === node);
      if (wait === undefined) throw new Error(`"${node}" does not wait.`);
      const answer = { decision, note };
      const port = decision === 'approve' ? 'approved' : 'rejected';
      const previous = entered.get(`${wait.activation} ${node}`) ?? null;
      const result = { value: answer, ports: { [port]: previous } };
      return send({ type: 'wait.answered', wait: wait.id, answer, result });
    },
    view: () => canvas.view({ graph, state, dialect: 'canvas', journal }) as unknown as CanvasView,
    logs: () =>
      player.view().logs.map(({ nodeId, type, content }) => `${nodeId} ${type}: ${content}`),
  };
  return send({
    type: 'run.started',
    run: runId('run-1'),
    workflow: { id: workflowId('w'), version: versionId('v') },
    rules: 1,
    ...(input === undefined ? {} : { input }),
  });
}
