// Triggers without a server
// An engine that opened its store itself fires the schedules in it, and starts what listens to the events that it sends. One that was
// given a store leaves both to whoever holds that store, such as a server: an event would otherwise start everything twice.
// T1. The server room is loaded only when there is something to fire.
import { randomUUID } from 'node:crypto';
import type { Engine } from '@skein/engine';
import type { Store } from '@skein/ports';
import type { ServerOptions } from '@skein/server';
import { withoutUndefined } from '../without-undefined.ts';

export interface TriggerOptions {
  readonly now: () => number;
  /** Called with failures in the background. */
  readonly onProblem: (error: unknown) => void;
  /** For schedules that do not say it themselves. */
  readonly catchUp?: ServerOptions['catchUp'] | undefined;
}

const lookEveryMs = 5000;

export function withTriggers(
  engine: Engine,
  store: Store,
  { now, onProblem, catchUp }: TriggerOptions,
): Engine {
  const services = {
    engine,
    records: store,
    clock: { now },
    newId: randomUUID,
    onBug: onProblem,
    catchUp,
  };
  let isClosed = false;
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
      const schedule = scheduler(services, randomUUID());
      stop = () => schedule.stop();
      schedule.start();
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

  plan(0);
  return {
    ...engine,
    events: {
      async send(name, data, options = {}) {
        const sent = await engine.events.send(name, data, options);
        const { user, id, run } = options;
        // An event for one run starts nothing.
        if (run !== undefined || !(await isHeard(store, name, user))) return sent;
        const { fireEvent } = await import('@skein/server');
        const event = withoutUndefined({ name, data, id });
        await fireEvent(services, user, event);
        return sent;
      },
    },
    drain(options) {
      isClosed = true;
      stop();
      return engine.drain(options);
    },
    close(options) {
      isClosed = true;
      stop();
      return engine.close(options);
    },
  };
}

async function isHeard(store: Store, name: string, user: string | undefined): Promise<boolean> {
  const type = name === 'new_email' ? 'new_email' : 'event';
  const whose = user === undefined ? {} : { user };
  const { items } = await store.triggers.list({ ...whose, type, isActive: true, limit: 1 });
  return items.length > 0;
}
