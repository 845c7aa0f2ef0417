import type { WaitId } from '../../ids.ts';
import type { Activation } from '../../state/living.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';

/** The activation no longer needs its wait, timer or children; the host is told to stop what is still open. */
export function closeWaits(batch: Batch, activation: Activation): void {
  const { extra, node, n } = activation;
  if (extra === null) return;
  if (extra.wait !== null) closeWait(batch, extra.wait);
  extra.wait = null;
  closeAsked(batch, activation);
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
function closeAsked(batch: Batch, { node, n, extra }: Activation): void {
  if (extra === null || extra.asked === null) return;
  for (const asked of extra.asked.values()) {
    if (asked.kind === 'wait') closeWait(batch, asked.wait);
    else if (asked.kind === 'timer') cancelTimer(batch, asked.timer);
    else {
      const { index } = asked;
      addEffect(batch, {
        type: 'cancel',
        what: { kind: 'child', node: node.id, activation: n, index },
      });
    }
  }
  extra.asked = null;
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
