// Hearing of new messages
// A store that tells when an append has written messages: in this process at once, and in others where the store passes signals on.
import type { EngineStore, OutboxStore, ServerRecords } from '@skein/ports';

export interface WatchedOutbox<S extends EngineStore> {
  readonly store: S;
  readonly listen: (wake: () => void) => () => void;
}

const signal = JSON.stringify({ is: 'outbox' });

export function watchOutbox<S extends EngineStore>(store: S): WatchedOutbox<S> {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const wake of listeners) wake();
    // It gets lost only where somebody looks by themselves.
    store.signals?.send(signal).catch(() => {});
  };
  const append: S['runs']['append'] = (run, expectedSeq, events, changes, epoch) => {
    const written = store.runs.append(run, expectedSeq, events, changes, epoch);
    if (changes?.outbox === undefined) return written;
    if (written === undefined) tell();
    else return written.then(tell);
    return undefined;
  };
  return {
    store: { ...store, runs: { ...store.runs, append }, ...added(store, tell) },
    listen(wake) {
      listeners.add(wake);
      const hearing = store.signals
        ?.listen((text) => {
          if (text === signal) wake();
        })
        .catch(() => () => {});
      return () => {
        listeners.delete(wake);
        void hearing?.then((stop) => stop());
      };
    },
  };
}

/** Messages that no append has written are told of too. */
function added(store: EngineStore, tell: () => void): Partial<Pick<ServerRecords, 'outbox'>> {
  if (!hasOutbox(store)) return {};
  const { outbox } = store;
  const add: OutboxStore['add'] = async (message) => {
    const isNew = await outbox.add(message);
    if (isNew) tell();
    return isNew;
  };
  return { outbox: { ...outbox, add } };
}

function hasOutbox(store: EngineStore): store is EngineStore & Pick<ServerRecords, 'outbox'> {
  return 'outbox' in store;
}
