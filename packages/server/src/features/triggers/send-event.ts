import type { AnswerOf } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { Identity } from '../../identity/identity.ts';
import { ownRun } from '../runs/own-run.ts';
import { fireEvent, type EventServices, type NamedEvent } from './fire-event.ts';

export type SentEvent = AnswerOf<'sendEvent'>;

/** Continues the runs that wait for an event, and starts the workflows whose triggers name it. */
export async function sendEvent(
  services: EventServices & { readonly engine: Engine },
  { owner }: Identity,
  event: NamedEvent & { readonly run?: string },
): Promise<SentEvent> {
  const { engine } = services;
  const { name, data, ...options } = event;
  const { run } = options;
  if (run !== undefined) await ownRun(engine, owner, run);
  const sent = await engine.events.send(name, data, { ...options, user: owner });
  // An event for one run starts nothing.
  const started = run === undefined ? await fireEvent(services, owner, event) : [];
  return { ...sent, started };
}
