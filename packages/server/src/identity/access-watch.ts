// Access that ends
// A request is authenticated when it arrives, but a stream may last for days. What is open is therefore checked again.
// W1. A key or session that was revoked or has expired loses what it has open: at once if this process revoked it, or another one
//     on a store that passes signals on (Revoke key); otherwise with the next look, twice a second. Another process may have
//     revoked it, so only the store knows.
// W2. Looking costs one or two reads for each key with something open, and nothing when nothing is open.
// W3. A store that does not answer ends nothing: the next look decides.
import type { Clock, KeyStore, SignalStore } from '@skein/ports';
import { isValid } from './find-key.ts';
import type { Identity } from './identity.ts';
import { revokedSignal } from './revoke-key.ts';

export interface AccessWatch {
  /** Calls `onLost` when the caller's key or session is no longer valid, until the returned function is called. */
  watch(identity: Identity, onLost: () => void): () => void;
  /** Looks now: something was revoked here. */
  look(): Promise<void>;
  stop(): void;
}

interface Watched {
  readonly identity: Identity;
  readonly lost: Set<() => void>;
}

const usualMs = 500;

export interface AccessWatchOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** How often it looks by itself; default: twice a second. */
  readonly everyMs?: number | undefined;
}

export function accessWatch(
  { keys, signals }: { readonly keys: KeyStore; readonly signals?: SignalStore | undefined },
  { clock, everyMs = usualMs }: AccessWatchOptions,
): AccessWatch {
  const watched = new Map<string, Watched>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function isAllowed({ key, session, owner }: Identity): Promise<boolean> {
    for (const id of [key, session ?? null]) {
      if (id === null) continue;
      const found = await keys.get(id, owner);
      if (found === undefined || !isValid(found, clock.now())) return false;
    }
    return true;
  }

  async function look(): Promise<void> {
    await Promise.all(
      [...watched.values()].map(async ({ identity, lost }) => {
        if (await isAllowed(identity).catch(() => true)) return;
        for (const onLost of lost) onLost();
      }),
    );
  }

  const hearing = signals
    ?.listen((text) => {
      if (text === revokedSignal) void look();
    })
    .catch(() => () => {});

  function plan(): void {
    if (timer !== undefined || watched.size === 0) return;
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = undefined;
        plan();
      });
    }, everyMs);
    timer.unref();
  }

  return {
    look,
    watch(identity, onLost) {
      const { key, session, owner } = identity;
      if (key === null) return () => {};
      const name = JSON.stringify([owner, key, session]);
      const entry = watched.get(name) ?? { identity, lost: new Set() };
      watched.set(name, entry);
      entry.lost.add(onLost);
      plan();
      return () => {
        entry.lost.delete(onLost);
        if (entry.lost.size === 0 && watched.get(name) === entry) watched.delete(name);
      };
    },
    stop() {
      clearTimeout(timer);
      void hearing?.then((stop) => stop());
      watched.clear();
    },
  };
}
