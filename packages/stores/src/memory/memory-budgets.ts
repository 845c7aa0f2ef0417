import type { RunId } from '@skein/kernel';
import type { BudgetStore, RunChanges, TreeSpending } from '@skein/ports';

export interface MemoryBudgets {
  readonly port: BudgetStore;
  add(spent: NonNullable<RunChanges['spent']>): void;
  forget(root: RunId): void;
}

export function memoryBudgets(): MemoryBudgets {
  const spentByRoot = new Map<string, TreeSpending>();
  const get = (root: RunId) => spentByRoot.get(root) ?? { tokens: 0, usd: 0, bytes: 0 };
  return {
    port: { get },
    add({ root, tokens, usd, bytes = 0 }) {
      const before = get(root);
      spentByRoot.set(root, {
        tokens: before.tokens + tokens,
        usd: before.usd + usd,
        bytes: before.bytes + bytes,
      });
    },
    forget(root) {
      spentByRoot.delete(root);
    },
  };
}
