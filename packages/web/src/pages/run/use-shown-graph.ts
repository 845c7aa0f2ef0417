import { isOver } from '@skein/kernel';
import { useMemo } from 'react';
import { functionCalls, functionNodeOf } from '../../graph/run/function-calls.ts';
import { drawFunction, type FunctionDrawing } from '../../graph/run/function-sketch.ts';
import type { Replay } from '../../graph/run/rebuild-run.ts';

interface ShownGraph extends FunctionDrawing {
  /** The function whose calls the cards are; null where they are nodes. */
  readonly node: string | null;
}

/** The graph of a run; of a durable function that has done something, its calls as one. */
export function useShownGraph(replay: Replay, { sketch, overlay }: FunctionDrawing): ShownGraph {
  const calls = useMemo(() => {
    const node = functionNodeOf(replay.graph);
    const made = node === null ? [] : functionCalls(replay.moments, node);
    return made.length === 0 ? null : { node, ...drawFunction(made, isOver(replay.state)) };
  }, [replay]);
  return calls ?? { sketch, overlay, node: null };
}
