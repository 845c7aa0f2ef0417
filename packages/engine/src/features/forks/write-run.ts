// Writing a whole run
// A run whose rows are already known: a fork, or one that was kept elsewhere. It is stored in one append.
import type { RunEvent, RunId, RunState, Usage, Wait, WaitQuestion } from '@skein/kernel';
import {
  withoutUndefined,
  type RunCreation,
  type RunStatus,
  type Spending,
  type WaitRecord,
} from '@skein/ports';
import { spentIn } from '../../core/budgets/spent-in.ts';
import { tokensOf } from '../../core/budgets/tokens-of.ts';
import { eventName } from '../../core/run/event-name.ts';
import { projectRows, type ProjectedWorkflow } from '../../state/projections/begin-projection.ts';
import type { Ports } from '../../engine-ports.ts';

export interface WrittenRun {
  readonly id: RunId;
  readonly created: RunCreation;
  readonly workflow: ProjectedWorkflow;
  readonly rows: readonly RunEvent[];
  readonly state: RunState;
  /** All its spending is in its rows: the children that its rows mention are not runs of its tree. */
  readonly isWholeTree?: boolean;
  /** When it is due; null leaves it alone until somebody acts on it. */
  readonly wakeAt: number | null;
}

export async function writeRun({ store }: Ports<'store'>, written: WrittenRun): Promise<void> {
  const { id, created, workflow, rows, state, wakeAt } = written;
  const spent = written.isWholeTree === true ? totalOf(state.usage) : spentIn(rows);
  const opened = [...state.waits.values()].map((wait) => waitRecord(wait, id, created.user));
  await store.runs.append(id, 0, rows, {
    created,
    // It has a row, so it is past the status `created`, the only one that stores do not have.
    status: state.status as RunStatus,
    ...(opened.length === 0 ? {} : { opened }),
    ...(spent.tokens === 0 && spent.usd === 0
      ? {}
      : { spent: { root: created.root ?? id, ...spent } }),
    wakeAt,
    ...projectRows(store, workflow, rows),
  });
}

/** An open wait of a run, for the store. */
export function waitRecord(wait: Wait, run: RunId, user: string | undefined): WaitRecord {
  return {
    id: wait.id,
    run,
    node: wait.node?.shownAs ?? '',
    activation: wait.activation,
    question: wait.question,
    ...withoutUndefined({ user }),
    ...eventOf(wait.question),
    createdAt: wait.createdAt,
    deadlineAt: wait.deadlineAt,
    status: 'open',
  };
}

function totalOf(usage: Usage): Spending {
  return { tokens: tokensOf(usage), usd: usage.usd ?? 0 };
}

function eventOf(question: WaitQuestion): { readonly event?: string } {
  const event = eventName(question);
  return event === undefined ? {} : { event };
}
