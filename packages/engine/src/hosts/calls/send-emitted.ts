import type { ActivationName, Json, RunId } from '@skein/kernel';
import { sendEvent, type EventRuntime } from '../../features/events/send-event.ts';
import { isStoreUnavailable } from '../../cluster/try-later.ts';
import { failureOf } from '../../state/values/failure-of.ts';
import type { Happened } from '../messages/run-message.ts';

export interface EmitOrder extends ActivationName {
  readonly run: RunId;
  readonly user?: string;
  readonly attempt: number;
  readonly event: string;
  readonly data?: Json;
}

/** Sends the event of an `emit` node; what its run hears of it. Made again when it is not known what came of it. */
export async function sendEmitted(runtime: EventRuntime, order: EmitOrder): Promise<Happened> {
  const { run, node, activation, attempt, event: name, data, user } = order;
  const id = `${run}/${node}/${activation}`;
  const told = data === undefined ? {} : { data };
  const whose = runtime.isolatesUsers ? { user: user ?? '' } : {};
  try {
    await sendEvent(runtime, { id, name, ...told, ...whose, isRepeated: true });
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    const event = { type: 'attempt.failed', node, activation, attempt } as const;
    return { type: 'happened', event: { ...event, failure: failureOf(error) } };
  }
  const value = data === undefined ? {} : { value: data };
  return { type: 'happened', event: { type: 'node.completed', node, activation, ...value } };
}
