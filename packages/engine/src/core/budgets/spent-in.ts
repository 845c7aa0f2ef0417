import type { RunEvent } from '@skein/kernel';
import type { Spending } from '@skein/ports';
import { spentBy } from './spent-by.ts';
import { tokensOf } from './tokens-of.ts';

/** What a run itself has paid, as its rows say. */
export function spentIn(rows: readonly RunEvent[]): Spending {
  let tokens = 0;
  let usd = 0;
  for (const row of rows) {
    const spent = spentBy(row) ?? {};
    tokens += tokensOf(spent);
    usd += spent.usd ?? 0;
  }
  return { tokens, usd };
}
