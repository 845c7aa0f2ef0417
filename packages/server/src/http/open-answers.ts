// Open answers
// How many requests of each user are being answered. A live stream, or a request that waits for a run, holds memory and a connection until
// it ends: one user must not take all of them.
import { EngineError } from '@skein/ports';

export interface OpenAnswers {
  /** Counts an answer until the function that it gives back is called; throws when the user has too many. */
  enter(user: string): () => void;
}

export function openAnswers(max: number): OpenAnswers {
  const byUser = new Map<string, number>();
  return {
    enter(user) {
      const open = byUser.get(user) ?? 0;
      if (open >= max) throw new EngineError('USER_STREAMS_FULL', { open, limit: max });
      byUser.set(user, open + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (byUser.get(user) ?? 1) - 1;
        if (left > 0) byUser.set(user, left);
        else byUser.delete(user);
      };
    },
  };
}
