import { isOver } from '@skein/kernel';
import { useMemo } from 'react';
import { functionCalls, functionNodeOf } from '../../graph/run/function-calls.ts';
import { drawFunction, type FunctionDrawing } from '../../graph/run/function-sketch.ts';
import type { Replay } from '../../graph/run/rebuild-run.ts';

/** The calls of a durable function as a graph, and the node that it is; null for other workflows, and before its first call. */
export function useFunctionDrawing(
  replay: Replay,
): (FunctionDrawing & { readonly node: string }) | null {
  return useMemo(() => {
    const node = functionNodeOf(replay.graph);
    if (node === null) return null;
    const calls = functionCalls(replay.moments, node);
    return calls.length === 0 ? null : { node, ...drawFunction(calls, isOver(replay.state)) };
  }, [replay]);
}
