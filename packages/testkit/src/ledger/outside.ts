import { callLedger, readLedger } from './ledger-client.ts';
import type { LedgerCall, LedgerEffect } from './ledger.ts';

/** The outside world as engines and people see it. */
export interface Outside {
  /** Its address, if it is a real server. */
  readonly url?: string;
  /** Commits an effect; returns the answer. */
  call(call: LedgerCall, signal: AbortSignal): Promise<string>;
  /** What has happened. */
  find(asked: {
    readonly prefix: string;
    readonly name?: string;
  }): Promise<readonly LedgerEffect[]>;
}

/** A ledger at its address. */
export function outsideAt(url: string): Outside {
  return {
    url,
    call: (call, signal) => callLedger(url, call, signal),
    find: (asked) => readLedger(url, asked),
  };
}
