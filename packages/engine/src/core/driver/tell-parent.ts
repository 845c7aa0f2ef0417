// Telling the parent
// A child run's parent hears when it begins to wait, for what, when it continues, and how it ended.
import {
  isOver,
  waitsBelow,
  type ChildEffect,
  type ChildWait,
  type FinishedStatus,
  type RunState,
} from '@skein/kernel';
import type { Draft } from '../run/draft.ts';
import { unplaced } from '../run/draft.ts';
import type { DrivenRun, ParentLink } from '../run/driven-run.ts';

export function tellParent(driver: DrivenRun, link: ParentLink): void {
  const { state } = driver;
  if (!link.child.live) return;
  if (isOver(state)) {
    link.driver.post(childFinished(state, link.child.effect), link.child);
    return;
  }
  const { node, activation, index } = link.child.effect;
  const { waitsVersion } = driver.inFlight;
  if (state.status !== 'waiting') {
    if (link.toldWaits === null) return;
    link.toldWaits = null;
    const draft = { ...unplaced, type: 'child.resumed', node, activation, index } as const;
    link.driver.post(draft, link.child);
  } else if (link.toldWaits !== waitsVersion) {
    link.toldWaits = waitsVersion;
    const waits = waitsOf(state);
    const draft = { ...unplaced, type: 'child.waiting', node, activation, index, waits } as const;
    link.driver.post(draft, link.child);
  }
}

export function childFinished(
  state: RunState,
  { node, activation, index }: Pick<ChildEffect, 'node' | 'activation' | 'index'>,
): Draft<'child.finished'> {
  const { output, error } = state;
  return {
    ...unplaced,
    type: 'child.finished',
    node,
    activation,
    index,
    // Only called for a run that is over.
    status: state.status as FinishedStatus,
    ...(output === undefined ? {} : { output }),
    ...(error === null ? {} : { failure: { code: error.code, message: error.message } }),
    usage: state.usage,
  };
}

/** The open waits of a run and of the runs below it, under the names that its parent shall show. */
export function waitsOf(state: RunState): ChildWait[] {
  const waits: ChildWait[] = [];
  for (const { id, node, question, createdAt, deadlineAt } of state.waits.values()) {
    waits.push({ id, node: node?.shownAs ?? '', question, createdAt, deadlineAt });
  }
  return [...waits, ...waitsBelow(state)];
}
