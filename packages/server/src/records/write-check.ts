import { EngineError, type Clock, type EngineStore } from '@skein/ports';

/** No lease has this name: it is a row to write to. */
const name = 'readiness';
const everyMs = 1000;
/** For so long after a write was refused there is no room, though a small one may fit into what is left. */
const refusedMs = 5000;

export interface WriteCheck {
  check(): Promise<void>;
  /** What a request failed with. */
  note(error: unknown): void;
}

/** Writes something, at most once a second while that succeeds: a store that is full still answers reads. */
export function writeCheck(leases: EngineStore['leases'], clock: Pick<Clock, 'now'>): WriteCheck {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let refused: { readonly error: EngineError; readonly at: number } | null = null;
  return {
    async check() {
      const now = clock.now();
      if (refused !== null && Math.abs(now - refused.at) < refusedMs) throw refused.error;
      refused = null;
      if (Math.abs(now - writtenAt) < everyMs) return;
      await leases.renew(name, now);
      writtenAt = now;
    },
    note(error) {
      // What the check itself says is no new refusal.
      if (error === refused?.error) return;
      if (error instanceof EngineError && error.code === 'STORE_FULL')
        refused = { error, at: clock.now() };
    },
  };
}
