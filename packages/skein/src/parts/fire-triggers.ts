// Triggers without a server
// An engine that opened its store itself fires the schedules in it, and starts what listens to the events that it sends. One that was
// given a store leaves both to whoever holds that store, such as a server: an event would otherwise start everything twice.
// T1. The server room is loaded only when there is something to fire.
// T2. An engine that leaves triggers to others, or whose store ends with it, begins with the first schedule that its host sets.
import { randomUUID } from 'node:crypto';
import type { Engine } from '@skein/engine';
import type { Store } from '@skein/ports';
import type { fireEvent, Scheduler, ServerOptions } from '@skein/server';
import { withoutUndefined } from '../without-undefined.ts';

export interface TriggerOptions {
  readonly now: () => number;
  /** Called with failures in the background. */
  readonly onProblem: (error: unknown) => void;
  /** For schedules that do not say it themselves. */
  readonly catchUp?: ServerOptions['catchUp'] | undefined;
  /** Nothing is fired before it is woken (T2). */
  readonly isIdle?: boolean | undefined;
}

export interface TriggeringEngine {
  readonly engine: Engine;
  /** Looks for what is due, now and from now on. */
  readonly wake: () => void;
}

const lookEveryMs = 5000;

export function withTriggers(
  engine: Engine,
  store: Store,
  { now, onProblem, catchUp, isIdle = false }: TriggerOptions,
): TriggeringEngine {
  const host = { engine, records: store, clock: { now }, newId: randomUUID };
  const services = { ...host, onBug: onProblem, catchUp };
  let isClosed = false;
  let isAwake = !isIdle;
  let schedule: Scheduler | null = null;
  let stop = () => {};
  let hasAll = false;

  async function look(): Promise<void> {
    try {
      if (!hasAll) {
        const { addMissingTriggers } = await import('@skein/engine');
        await addMissingTriggers(services);
        hasAll = true;
      }
      if ((await store.triggers.nextDue()) === null) return plan(lookEveryMs);
      const { scheduler } = await import('@skein/server');
      if (isClosed) return;
      const made = scheduler(services, randomUUID());
      schedule = made;
      stop = () => made.stop();
      made.start();
    } catch (error) {
      if (isClosed) return;
      onProblem(error);
      plan(lookEveryMs);
    }
  }

  function plan(ms: number): void {
    if (isClosed) return;
    const timer = setTimeout(() => void look(), ms);
    timer.unref();
    stop = () => clearTimeout(timer);
  }

  if (isAwake) plan(0);
  const wake = () => {
    isAwake = true;
    if (schedule !== null) return schedule.start();
    stop();
    return plan(0);
  };
  const end = () => {
    isClosed = true;
    stop();
  };
  const firing: Engine = {
    ...engine,
    events: {
      async send(...given) {
        const sent = await engine.events.send(...given);
        if (isAwake) await startListening(services, given);
        return sent;
      },
    },
    drain(options) {
      end();
      return engine.drain(options);
    },
    close(options) {
      end();
      return engine.close(options);
    },
  };
  return { engine: firing, wake };
}

/** Starts what listens to an event. */
async function startListening(
  services: Parameters<typeof fireEvent>[0] & { readonly records: Store },
  [name, data, { user, id, run } = {}]: Parameters<Engine['events']['send']>,
): Promise<void> {
  // An event for one run starts nothing.
  if (run !== undefined || !(await isHeard(services.records, name, user))) return;
  const { fireEvent: fire } = await import('@skein/server');
  await fire(services, user, withoutUndefined({ name, data, id }));
}

async function isHeard(store: Store, name: string, user: string | undefined): Promise<boolean> {
  const type = name === 'new_email' ? 'new_email' : 'event';
  const whose = user === undefined ? {} : { user };
  const { items } = await store.triggers.list({ ...whose, type, isActive: true, limit: 1 });
  return items.length > 0;
}
