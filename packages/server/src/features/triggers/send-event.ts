import type { Engine } from '@skein/engine';
import type { Identity } from '../../identity/identity.ts';
import { ownRun } from '../runs/own-run.ts';
import {
  fireEvent,
  type EventServices,
  type NamedEvent,
  type StartedByEvent,
} from './fire-event.ts';

export interface SentEvent {
  /** To how many waiting runs. */
  readonly delivered: number;
  /** Whether a run keeps it until it waits for it. */
  readonly kept: boolean;
  /** What the triggers that name it made of it. */
  readonly started: StartedByEvent[];
}

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
