import type { CodeCeilings } from '../code/code-limits.ts';
import type { CodePool } from '../code/code-pool.ts';

const threadsDefault = 2;

/** By their number of threads. All engines of a process share them: to start a thread takes longer than most code. */
const pools = new Map<number, Promise<CodePool>>();

/** Nothing of the sandbox is loaded before the first code runs. */
export function codePool({ threads = threadsDefault }: CodeCeilings): Promise<CodePool> {
  const pool = pools.get(threads) ?? openPool(threads);
  pools.set(threads, pool);
  return pool;
}

async function openPool(threads: number): Promise<CodePool> {
  const { CodePool } = await import('../code/code-pool.ts');
  return new CodePool(threads);
}
