import { randomUUID } from 'node:crypto';
import type { Engine } from '@skein/engine';
import { localIdentity, ownerOf } from '../../identity/identity.ts';
import type { Caller, CoreServices } from './caller.ts';

export interface CallerOptions {
  readonly engine: Engine;
  /** The engine's store. */
  readonly store: CoreServices['records'];
  /** Default: the local user. */
  readonly user?: string;
}

/** Somebody who works on a store without a server, such as a command. Summaries are made by the next server. */
export function hostCaller({ engine, store, user = 'local' }: CallerOptions): Caller {
  const later = () => {};
  return {
    services: {
      engine,
      records: store,
      clock: { now: () => Date.now() },
      newId: randomUUID,
      summaries: { workflowChanged: later, stepChanged: later },
    },
    identity: { ...localIdentity, user, owner: ownerOf(user) },
  };
}
