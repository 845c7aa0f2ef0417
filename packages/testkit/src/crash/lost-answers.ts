import { waitId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { readLedger } from '../ledger/ledger-client.ts';

/** The name under which the ledger records which answers were acknowledged. */
export const acknowledged = 'acknowledged';

/** Sentences about acknowledged answers that are not in the store. */
export async function lostAnswers(store: Store, ledger: string): Promise<readonly string[]> {
  const complaints: string[] = [];
  for (const { key } of await readLedger(ledger, { prefix: '', name: acknowledged })) {
    const wait = await store.waits.get(waitId(key));
    if (wait?.status !== 'answered') complaints.push(`The answer to ${key} is gone.`);
  }
  return complaints;
}
