// What of the first run a replay may still use: all that the fork has not taken over.
import {
  createRun,
  transition,
  type ExecuteEffect,
  type JsonObject,
  type NodeCompleted,
  type RunState,
  type StepRecorded,
  type Usage,
} from '@skein/kernel';
import type { RecordedRun } from '@skein/ports';
import { childPath } from '../runs/start-child.ts';
import { factKey } from './journal-facts.ts';
import type { TreeRun } from './read-tree.ts';
import { activationAsk, questionAsk, Reuse } from './reuse.ts';

export function fillReuse(
  tree: readonly TreeRun[],
  recorded: RecordedRun,
  fork: {
    /** Rows of the run itself that it has not taken over. */
    readonly left: ReadonlySet<number>;
    readonly usage: Required<Usage>;
  },
): Reuse {
  const { left, usage } = fork;
  const reuse = new Reuse(recorded.isOwnId, usage);
  const open = openPaths(tree, left);
  const isOpen = (path: string) =>
    open.some((each) => path === each || path.startsWith(`${each}/`));
  const stepsLeft = new Set<string>();
  for (const run of tree) {
    if (run.path !== '' && !isOpen(run.path)) continue;
    const isLeft = (seq: number) => run.path !== '' || left.has(seq);
    addActivations(reuse, run, isLeft);
    for (const row of run.rows) {
      if (row.type === 'step.recorded' && isLeft(row.seq)) {
        stepsLeft.add(`${run.path} ${factKey(row)} ${row.key}`);
      }
    }
  }
  for (const call of recorded.calls) {
    const id = `${call.path} ${factKey(call)} ${call.key}`;
    if ('failure' in call.outcome) continue;
    if (stepsLeft.has(id)) reuse.steps.add(call.request, call);
    else if (call.path !== '' && !isOpen(call.path)) reuse.takenCalls += 1;
  }
  return reuse;
}

/** The children whose ends the fork has not taken over, or that never ended. */
function openPaths(tree: readonly TreeRun[], left: ReadonlySet<number>): readonly string[] {
  const ended = new Set<string>();
  for (const row of tree[0]?.rows ?? []) {
    if (row.type !== 'child.finished' || left.has(row.seq)) continue;
    const { node, activation, index } = row;
    ended.add(childPath({ node, activation, index, type: 'child', workflow: null }));
  }
  return tree.flatMap(({ path, record }) =>
    record.parent?.run === tree[0]?.record.id && !ended.has(path) ? [path] : [],
  );
}

function addActivations(reuse: Reuse, run: TreeRun, isLeft: (seq: number) => boolean): void {
  const { graph } = run.workflow;
  const asked = new Map<string, { readonly ask: JsonObject; readonly steps: StepRecorded[] }>();
  let state = createRun();
  for (const row of run.rows) {
    if (row.type === 'wait.answered' && isLeft(row.seq)) {
      const wait = state.waits.get(row.wait);
      if (wait?.node) {
        const { question, activation } = wait;
        reuse.answers.add(
          questionAsk({ graph, state }, { node: wait.node.id, activation, question }),
          row,
        );
      }
    }
    if (row.type === 'step.recorded') asked.get(factKey(row))?.steps.push(row);
    else if (row.type === 'node.waiting') asked.delete(factKey(row));
    else if (row.type === 'node.completed' && isLeft(row.seq)) addEnd(reuse, asked, row);
    const next = transition(graph, state, row);
    ({ state } = next);
    noteExecutions(asked, state, next.effects.filter(isFirst));
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

function addEnd(
  reuse: Reuse,
  asked: ReadonlyMap<string, { readonly ask: JsonObject; readonly steps: StepRecorded[] }>,
  end: NodeCompleted,
): void {
  const known = asked.get(factKey(end));
  if (known !== undefined) reuse.activations.add(known.ask, { steps: known.steps, end });
}
