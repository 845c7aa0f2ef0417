import type { LongWork } from '@skein/kernel';
import { createSlices, isLargerThan, type Awaitable } from '@skein/ports';
import type { Compile, CompiledWorkflow, ReadingOptions } from './compiled-workflow.ts';

/** In characters of JSON: some 500 nodes, which are compiled in a few milliseconds. */
const largeFrom = 32_768;

/** Compiles a large definition in slices, so that nobody else waits for it; any other at once. */
export function compileInTurns(
  compile: Compile,
  definition: unknown,
  reading: ReadingOptions,
): Awaitable<CompiledWorkflow> {
  const { inParts } = compile;
  if (inParts === undefined || !isLargerThan(definition, largeFrom))
    return compile(definition, reading);
  return inSlices(inParts(definition, reading));
}

async function inSlices<T>(work: LongWork<T>): Promise<T> {
  const slices = createSlices();
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (slices.isOver()) await slices.pause();
  }
}
