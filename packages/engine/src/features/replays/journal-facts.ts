// What a journal contains about each activation: what it recorded, when and how its attempts ended, and who answered its waits.
import {
  createRun,
  transition,
  type ActivationName,
  type Failure,
  type Json,
  type RunEvent,
  type Usage,
  type Wait,
} from '@skein/kernel';
import type { RecordedAnswer } from '@skein/ports';
import { eventName } from '../../core/run/event-name.ts';
import type { TreeRun } from './read-tree.ts';

export interface JournalFacts {
  readonly activations: ReadonlyMap<string, ActivationFacts>;
  readonly answers: readonly (RecordedAnswer & { readonly at: number })[];
}

export interface ActivationFacts {
  /** Results of steps and answers to questions, in order. */
  readonly steps: readonly StepFact[];
  /** Attempts that a row has ended. */
  readonly ends: readonly {
    readonly seq: number;
    readonly at: number;
    readonly failure?: Failure;
  }[];
}

export interface StepFact {
  readonly seq: number;
  readonly at: number;
  readonly key: string;
  readonly value: Json | undefined;
  readonly usage?: Usage;
  readonly isAnswer: boolean;
}

export function factKey({ node, activation }: ActivationName): string {
  return `${node}#${activation}`;
}

export function journalFacts(run: TreeRun): JournalFacts {
  const { workflow, rows, graphs, undone, path } = run;
  const activations = new Map<
    string,
    { steps: StepFact[]; ends: ActivationFacts['ends'][number][] }
  >();
  const answers: (RecordedAnswer & { readonly at: number })[] = [];
  const of = (name: ActivationName) => {
    const key = factKey(name);
    const known = activations.get(key) ?? { steps: [], ends: [] };
    activations.set(key, known);
    return known;
  };
  let state = createRun();
  for (const [i, row] of rows.entries()) {
    const wait = 'wait' in row ? state.waits.get(row.wait) : undefined;
    if (wait !== undefined) {
      const answered = answerOf(row, wait, path);
      if (answered !== null) answers.push({ ...answered, at: row.at });
    }
    if (row.type === 'wait.answered' && wait?.node && wait.key !== null) {
      const name = { node: wait.node.id, activation: wait.activation };
      const { seq, at, answer } = row;
      of(name).steps.push({ seq, at, key: wait.key, value: answer, isAnswer: true });
    }
    noteRow(row, of);
    ({ state } = transition(graphs[i] ?? workflow.graph, state, row, false));
  }
  // How an attempt ended stays true when the run has gone back behind it: the next attempt is another one.
  for (const row of undone) if (row.type !== 'step.recorded') noteRow(row, of);
  if (undone.length > 0) {
    for (const { ends } of activations.values()) ends.sort((one, other) => one.seq - other.seq);
  }
  return { activations, answers };
}

function noteRow(
  row: RunEvent,
  of: (name: ActivationName) => { steps: StepFact[]; ends: ActivationFacts['ends'][number][] },
): void {
  const { seq, at } = row;
  if (row.type === 'step.recorded') {
    const { key, value, usage } = row;
    of(row).steps.push({ seq, at, key, value, isAnswer: false, ...(usage && { usage }) });
  } else if (row.type === 'attempt.failed' || row.type === 'node.failed') {
    of(row).ends.push({ seq, at, failure: row.failure });
  } else if (row.type === 'node.completed') of(row).ends.push({ seq, at });
}

function answerOf(row: RunEvent, wait: Wait, path: string): RecordedAnswer | null {
  if (row.type !== 'wait.answered' && row.type !== 'budget.raised') return null;
  const above = path.replaceAll(/#\d+\//g, '/');
  const node = wait.node?.shownAs ?? '';
  const event = eventName(wait.question);
  return {
    node: above === '' ? node : `${above}/${node}`,
    answer: row.type === 'wait.answered' ? row.answer : raisedLimits(row),
    afterMs: Math.max(0, row.at - wait.createdAt),
    ...(event === undefined ? {} : { event }),
  };
}

function raisedLimits({
  maxSteps,
  timeoutMs,
  tokens,
  usd,
}: Extract<RunEvent, { type: 'budget.raised' }>): Json {
  return {
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(usd === undefined ? {} : { usd }),
  };
}
