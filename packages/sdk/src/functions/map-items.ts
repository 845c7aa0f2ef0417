import type { Settled } from '../values/settled.ts';
import { codeOf } from './attempts.ts';
import { Restart } from './errors.ts';
import { Scope } from './scope.ts';
import type { MapOptions } from './workflow-io.ts';

const concurrencyDefault = 16;

/** Each item in a scope of its own: `docs#1[3]/`. What happened to them, in the order of the items. */
export async function mapItems<Item, Result>(
  scope: Scope,
  {
    name,
    items,
    concurrency = concurrencyDefault,
  }: MapOptions & {
    readonly name: string;
    readonly items: readonly Item[];
  },
  run: (item: Item, scope: Scope, index: number) => Promise<Result> | Result,
): Promise<PromiseSettledResult<Result>[]> {
  if (!(concurrency >= 1)) throw new TypeError(`concurrency: ${concurrency} is not 1 or more.`);
  const key = scope.nextKey(name);
  const results: PromiseSettledResult<Result>[] = [];
  // Shared by the workers: each takes the next item.
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) {
      const inner = new Scope(scope.of, `${key}[${index}]/`);
      const [settled] = await Promise.allSettled([(async () => run(item, inner, index))()]);
      if (settled.status === 'rejected' && settled.reason instanceof Restart) throw settled.reason;
      results[index] = settled;
    }
  };
  const workers = Math.min(concurrency, items.length);
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}

/** The results; the error of the first item that failed. */
export function resultsOf<Result>(settled: readonly PromiseSettledResult<Result>[]): Result[] {
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/** As a graph gives them: values, which a journal can hold. */
export function settledOf<Result>(
  settled: readonly PromiseSettledResult<Result>[],
): Settled<Result>[] {
  return settled.map((each) => {
    if (each.status === 'fulfilled') return { ok: true, value: each.value };
    const { reason } = each;
    const message = reason instanceof Error ? reason.message : String(reason);
    return { ok: false, error: { code: codeOf(reason) ?? 'NODE_FAILED', message } };
  });
}
