import { EngineError, type Store } from '@skein/ports';

/** The same store; reports every fenced append of a process that has lost a run. */
export function countRefused(store: Store, onRefused: () => void): Store {
  const append: Store['runs']['append'] = async (...given) => {
    try {
      await store.runs.append(...given);
    } catch (error) {
      const code = error instanceof EngineError ? error.code : '';
      if (code === 'STORE_FENCED' || code === 'STORE_CONFLICT') onRefused();
      throw error;
    }
  };
  return { ...store, runs: { ...store.runs, append } };
}
