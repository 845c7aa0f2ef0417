import type { RunId } from '@skein/kernel';
import { userCounter, type BudgetStore, type RunChanges, type TreeSpending } from '@skein/ports';

export interface MemoryBudgets {
  readonly port: BudgetStore;
  add(spent: NonNullable<RunChanges['spent']>): void;
  /** Also what the user's counter had of it. */
  forget(root: RunId, user: string): void;
}

export function memoryBudgets(): MemoryBudgets {
  const spentByRoot = new Map<string, TreeSpending>();
  const get = (root: RunId) => spentByRoot.get(root) ?? { tokens: 0, usd: 0, bytes: 0 };
  const add = (counter: RunId, { tokens, usd, bytes }: TreeSpending) => {
    const before = get(counter);
    spentByRoot.set(counter, {
      tokens: before.tokens + tokens,
      usd: before.usd + usd,
      bytes: before.bytes + bytes,
    });
  };
  return {
    port: { get },
    add({ root, tokens, usd, bytes = 0, user }) {
      add(root, { tokens, usd, bytes });
      if (user !== undefined) add(userCounter(user), { tokens: 0, usd: 0, bytes });
    },
    forget(root, user) {
      const counter = userCounter(user);
      const { bytes } = get(root);
      if (spentByRoot.has(counter)) add(counter, { tokens: 0, usd: 0, bytes: -bytes });
      spentByRoot.delete(root);
    },
  };
}
