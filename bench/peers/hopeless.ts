import type { Cell, Measurement } from './measurement.ts';

/**
 * Why a system cannot finish a size in time, by what it took for a smaller one: two minutes for each such cell would be most of the whole
 * measurement. `smaller` are measurements of the same workload.
 */
export function hopeless(
  system: string,
  size: number,
  { timeoutS, smaller }: { readonly timeoutS: number; readonly smaller: readonly Measurement[] },
): string | null {
  const nearest = smaller
    .filter((each) => each.size < size && each.cells.some((cell) => cell.system === system))
    .toSorted((a, b) => b.size - a.size)[0];
  if (nearest === undefined) return null;
  const cells = nearest.cells.filter((cell) => cell.system === system);
  const at = nearest.size.toLocaleString('en-US');
  if (cells.some(ranOver)) return `not tried: over ${timeoutS} s at ${at} already`;
  const least = Math.min(...cells.map(({ value }) => value ?? Number.POSITIVE_INFINITY));
  const expectedS = (least * size) / 1e6;
  if (!Number.isFinite(expectedS) || expectedS <= timeoutS) return null;
  return `not tried: at the pace of ${at} it takes ${Math.round(expectedS).toLocaleString('en-US')} s`;
}

const ranOver = ({ dnf }: Cell): boolean =>
  dnf !== undefined && (dnf.startsWith('over ') || dnf.startsWith('not tried'));
