// What a replay may still reuse of the first run: everything that the fork has not taken over.
import {
  createRun,
  transition,
  type ExecuteEffect,
  type JsonObject,
  type NodeCompleted,
  type RunState,
  type StepRecorded,
  type Usage,
  type WaitAnswered,
} from '@skein/kernel';
import type { RecordedCall, RecordedRun } from '@skein/ports';
import { childPath } from '../../core/run/child-path.ts';
import { factKey } from './journal-facts.ts';
import type { TreeRun } from './read-tree.ts';
import {
  activationAsk,
  questionAsk,
  ReplayReuse,
  type RecordedActivation,
} from './replay-reuse.ts';

export interface ForkedPart {
  /** Rows of the run itself that the fork has not taken over. */
  readonly left: ReadonlySet<number>;
  readonly usage: Required<Usage>;
  /** The waits whose answers are asked again. */
  readonly again: readonly string[];
}

export function fillReuse(
  tree: readonly TreeRun[],
  recorded: RecordedRun,
  { left, usage, again }: ForkedPart,
): ReplayReuse {
  const reuse = new ReplayReuse(recorded.isOwnId, usage);
  tellRecorded(tree, recorded, left, {
    activation: (ask, entry) => reuse.activations.add(ask, entry),
    answer: (ask, row) => {
      if (!again.includes(row.wait)) reuse.answers.add(ask, row);
    },
    step: (call) => reuse.steps.add(call.request, call),
    takenCall: () => (reuse.takenCalls += 1),
  });
  return reuse;
}

/** Removes what a replay has used since it started: `left` are its rows that the fork did not write. */
export function useUp(
  reuse: ReplayReuse,
  tree: readonly TreeRun[],
  recorded: RecordedRun,
  left: ReadonlySet<number>,
): void {
  const whole = new Set<string>();
  tellRecorded(tree, recorded, left, {
    activation: (ask, { end }, path) => {
      if (reuse.activations.take(ask) !== null) whole.add(`${path} ${factKey(end)}`);
    },
    answer: (ask) => reuse.answers.take(ask),
    step: (call) => {
      if (!whole.has(`${call.path} ${factKey(call)}`)) reuse.steps.take(call.request);
    },
    takenCall: () => {},
  });
}

/** Receives everything that was recorded after a fork: first activations and answers, then single steps. */
interface Listener {
  activation(ask: JsonObject, entry: RecordedActivation, path: string): void;
  answer(ask: JsonObject, row: WaitAnswered): void;
  step(call: RecordedCall): void;
  /** A call inside a child whose end the fork has taken over as a whole. */
  takenCall(): void;
}

function tellRecorded(
  tree: readonly TreeRun[],
  recorded: RecordedRun,
  left: ReadonlySet<number>,
  listener: Listener,
): void {
  const open = openPaths(tree, left);
  const isOpen = (path: string) =>
    open.some((each) => path === each || path.startsWith(`${each}/`));
  const stepsLeft = new Set<string>();
  for (const run of tree) {
    if (run.path !== '' && !isOpen(run.path)) continue;
    const isLeft = (seq: number) => run.path !== '' || left.has(seq);
    tellActivations(run, isLeft, listener);
    for (const row of run.rows) {
      if (row.type === 'step.recorded' && isLeft(row.seq)) {
        stepsLeft.add(`${run.path} ${factKey(row)} ${row.key}`);
      }
    }
  }
  for (const call of recorded.calls) {
    const id = `${call.path} ${factKey(call)} ${call.key}`;
    if ('failure' in call.outcome) continue;
    if (stepsLeft.has(id)) listener.step(call);
    else if (call.path !== '' && !isOpen(call.path)) listener.takenCall();
  }
}

/** The children whose ends the fork has not taken over, or that never ended. */
function openPaths(tree: readonly TreeRun[], left: ReadonlySet<number>): readonly string[] {
  const ended = new Set<string>();
  for (const row of tree[0]?.rows ?? []) {
    if (row.type !== 'child.finished' || left.has(row.seq)) continue;
    const { node, activation, index } = row;
    ended.add(childPath({ node, activation, index }));
  }
  return tree.flatMap(({ path, record }) =>
    record.parent?.run === tree[0]?.record.id && !ended.has(path) ? [path] : [],
  );
}

function tellActivations(run: TreeRun, isLeft: (seq: number) => boolean, listener: Listener): void {
  const { graph } = run.workflow;
  const asked = new Map<string, { readonly ask: JsonObject; readonly steps: StepRecorded[] }>();
  let state = createRun();
  for (const row of run.rows) {
    if (row.type === 'wait.answered' && isLeft(row.seq)) {
      const wait = state.waits.get(row.wait);
      if (wait?.node) {
        const { question, activation } = wait;
        listener.answer(
          questionAsk({ graph, state }, { node: wait.node.id, activation, question }),
          row,
        );
      }
    }
    if (row.type === 'step.recorded') asked.get(factKey(row))?.steps.push(row);
    else if (row.type === 'node.waiting') asked.delete(factKey(row));
    else if (row.type === 'node.completed' && isLeft(row.seq)) tellEnd(row);
    const next = transition(graph, state, row);
    ({ state } = next);
    noteExecutions(asked, state, next.effects.filter(isFirst));
  }

  function tellEnd(end: NodeCompleted): void {
    const known = asked.get(factKey(end));
    if (known !== undefined) listener.activation(known.ask, { steps: known.steps, end }, run.path);
  }

  function isFirst(effect: { readonly type: string }): effect is ExecuteEffect {
    return effect.type === 'execute' && (effect as ExecuteEffect).resume !== true;
  }

  function noteExecutions(
    known: typeof asked,
    now: RunState,
    effects: readonly ExecuteEffect[],
  ): void {
    for (const effect of effects) {
      if (known.has(factKey(effect))) continue;
      known.set(factKey(effect), { ask: activationAsk({ graph, state: now }, effect), steps: [] });
    }
  }
}
