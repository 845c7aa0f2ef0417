import type { PlacedProblem } from '../preflight/place-problems.ts';

const stepPart = /\/config\/steps\/(\d+)(?:\/|$)/;

/** The problems of one step. */
export function problemsAt(
  problems: readonly PlacedProblem[],
  index: number,
): readonly PlacedProblem[] {
  return problems.filter((problem) => stepOf(problem) === index);
}

/** The step that a problem of a data node is shown at; null if it is of the node. */
export function stepOf({ diagnostic }: PlacedProblem): number | null {
  const [, index] = stepPart.exec(diagnostic.pointer) ?? [];
  return index === undefined ? null : Number(index);
}
