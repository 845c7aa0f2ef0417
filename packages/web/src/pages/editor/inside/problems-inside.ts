import type { Preflight } from '../../../graph/preflight/check-definition.ts';
import type { PlacedProblem } from '../../../graph/preflight/place-problems.ts';

/** What was found in the workflow at the end of a path, with its places there. */
export function problemsInside({ problems, lacks }: Preflight, path: readonly string[]): Preflight {
  const inside = path.reduce<readonly PlacedProblem[]>(
    (found, id) =>
      found.flatMap((problem) =>
        problem.node === id && problem.inside !== undefined ? [problem.inside] : [],
      ),
    problems,
  );
  const errors = inside.map(({ diagnostic }) => diagnostic);
  return { problems: inside, errors: errors.filter(({ severity }) => severity === 'error'), lacks };
}
