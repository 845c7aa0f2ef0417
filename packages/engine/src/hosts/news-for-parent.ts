// What the parent of a hosted run must hear after a message: the same that a driver tells one in its own process.
import { createHash } from 'node:crypto';
import { isOver, runId, type Json } from '@skein/kernel';
import type { RunView } from '../core/run/driven-run.ts';
import { childFinished, waitsOf } from '../core/driver/tell-parent.ts';
import type { KeptRun } from './messages/kept-run.ts';
import type { Order } from './messages/order.ts';
import type { UnplacedEvent } from './messages/run-message.ts';

type Below = NonNullable<KeptRun['below']>;

export function newsForParent(
  { id, state, origin }: RunView,
  { place, told }: Below,
): { readonly order?: Order; readonly below: Below } {
  const news = (event: UnplacedEvent, now: Json) => {
    const message = { type: 'happened', event, child: id } as const;
    const order = { do: 'tell', run: origin.parent?.run ?? runId(''), message } as const;
    return { order, below: { place, told: now } };
  };
  const { node, activation, index } = place;
  if (isOver(state)) {
    const { seq: _, at: __, id: ___, ...event } = childFinished(state, place);
    return news(event, told);
  }
  if (state.status !== 'waiting') {
    if (told === null) return { below: { place, told } };
    return news({ type: 'child.resumed', node, activation, index }, null);
  }
  const waits = waitsOf(state);
  // Questions may be large, and what a host keeps of a run is small.
  const now = createHash('sha256').update(JSON.stringify(waits)).digest('base64url');
  if (told === now) return { below: { place, told } };
  return news({ type: 'child.waiting', node, activation, index, waits }, now);
}
