import { useDeferredValue, useMemo } from 'react';
import { advanceReplay, createReplay, type Replay } from '../../../graph/run/rebuild-run.ts';

/** The run as it was after a row of its journal; null: as it is. */
export function usePast(replay: Replay, at: number | null): Replay {
  // Moving the slider stays fluid while a long journal is played again.
  const wanted = useDeferredValue(at);
  return useMemo(() => {
    if (wanted === null || wanted >= replay.moments.length) return replay;
    const events = replay.moments.slice(0, wanted).map(({ event }) => event);
    return advanceReplay(createReplay(replay.graph), events);
  }, [replay, wanted]);
}
