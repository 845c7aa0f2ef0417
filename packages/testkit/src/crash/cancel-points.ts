import type { Store } from '@skein/ports';
import type { Ledger } from '../ledger/ledger.ts';
import { cancelFull, type CancelOptions } from './cancel-full.ts';

export interface PointsOptions extends Pick<CancelOptions, 'durable' | 'openEngine'> {
  readonly ledger: Ledger;
  /** The store of one run of W-full, which is closed after it. */
  readonly open: (name: string) => Promise<Store>;
  /** Every n-th point. */
  readonly every: number;
}

/** Runs W-full again for each point, until one is beyond its end. */
export async function cancelPoints({ ledger, open, every, ...rest }: PointsOptions) {
  const wrong: string[] = [];
  const statuses = new Map<string, number>();
  /** How many cancels were refused because the run had ended in the meantime. */
  let late = 0;
  let count = Infinity;
  for (let point = 1; point <= count; point += every) {
    const store = await open(`point-${point}`);
    ledger.forget();
    const workflow = `cancelled-${point}`;
    const result = await cancelFull({ ...rest, store, ledger: ledger.url, workflow, point });
    if (result.points.length < point) count = 0;
    else if (!result.isAcknowledged) late += 1;
    wrong.push(...result.wrong.map((text) => `${point} (${result.points[point - 1]}): ${text}`));
    statuses.set(result.status, (statuses.get(result.status) ?? 0) + 1);
    await store.close();
  }
  return { wrong, statuses, late };
}
