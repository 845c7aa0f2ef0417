import type { ComputedCeilings, Graph } from '@skein/kernel';
import type { Ceilings } from './ceilings.ts';

/** What the first row of a run says about ceilings: nothing where no template computes what they bound. */
export function computedCeilings(
  { computesLimits }: Pick<Graph, 'computesLimits'>,
  { mapConcurrency, durationMs }: Ceilings,
): { readonly ceilings?: ComputedCeilings } {
  return computesLimits ? { ceilings: { mapConcurrency, durationMs } } : {};
}
