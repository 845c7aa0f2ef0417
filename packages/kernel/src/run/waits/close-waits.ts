import type { WaitId } from '../../ids.ts';
import type { Activation, Asked } from '../../state/living.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';

/** The activation no longer needs its wait, timer or children; the host is told to stop what is still open. */
export function closeWaits(batch: Batch, activation: Activation): void {
  const { extra, node, n } = activation;
  if (extra === null) return;
  if (extra.wait !== null) closeWait(batch, extra.wait);
  extra.wait = null;
  closeAllAsked(batch, activation);
  if (extra.timer !== null) cancelTimer(batch, extra.timer);
  extra.timer = null;
  if (extra.children !== null && extra.children.running.size > 0) {
    addEffect(batch, {
      type: 'cancel',
      what: { kind: 'children', node: node.id, activation: n },
    });
  }
  extra.children = null;
}

/** Whatever its function still waits for. */
function closeAllAsked(batch: Batch, activation: Activation): void {
  const { extra } = activation;
  if (extra === null || extra.asked === null) return;
  for (const asked of extra.asked.values()) closeAsked(batch, activation, asked);
  extra.asked = null;
}

export function closeAsked(batch: Batch, { node, n }: Activation, asked: Asked): void {
  switch (asked.kind) {
    case 'wait':
      return closeWait(batch, asked.wait);
    case 'timer':
      return cancelTimer(batch, asked.timer);
    case 'child': {
      const { index } = asked;
      const what = { kind: 'child', node: node.id, activation: n, index } as const;
      return addEffect(batch, { type: 'cancel', what });
    }
  }
}

export function closeWait(batch: Batch, id: WaitId): void {
  const wait = batch.state.waits.get(id);
  if (wait === undefined) return;
  batch.state.waits.delete(id);
  addEffect(batch, { type: 'cancel', what: { kind: 'wait', wait: id } });
  derive(batch, {
    type: 'wait.closed',
    wait: id,
    node: wait.node?.id ?? '',
    activation: wait.activation,
  });
}

export function cancelTimer(batch: Batch, id: string): void {
  if (!batch.state.timers.delete(id)) return;
  addEffect(batch, { type: 'cancel', what: { kind: 'timer', timer: id } });
}
