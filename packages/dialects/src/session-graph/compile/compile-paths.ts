// Paths as native edges
// Priorities: those without one come last, which native says with a number after the largest of their siblings.
import type { WorkflowEdge } from '@skein/kernel';
import { quotedShort } from '../../shape/describe.ts';
import { compileConditions } from './compile-conditions.ts';
import { complain, type Compilation } from '../read/findings.ts';
import type { SessionPath } from '../read/session-document.ts';
import { suggestFrom, type Suggest } from '../read/suggest-step.ts';

export function compilePaths(compilation: Compilation): readonly WorkflowEdge[] {
  const { paths, stepById } = compilation.document;
  const suggest = suggestFrom(stepById.keys());
  const last = lastPriorities(paths);
  return paths.flatMap((path) => {
    const { from, to, index } = path;
    const when = compileConditions(compilation, path);
    const ends = (['from', 'to'] as const).map((end) =>
      checkEnd(compilation, path, { end, suggest }),
    );
    if (ends.includes(false)) return [];
    const priority = path.priority ?? last.get(from);
    return [
      {
        id: `p${index}`,
        from,
        to,
        ...(when === null ? {} : { when }),
        ...(priority === undefined ? {} : { priority }),
        // A reference reads the newest output, whatever round it is of.
        loop: false,
      },
    ];
  });
}

/** By source: what a path without a priority gets; absent where none of its siblings has one. */
function lastPriorities(paths: readonly SessionPath[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { from, priority } of paths) {
    if (priority === undefined) continue;
    last.set(from, Math.max(last.get(from) ?? 0, Math.floor(priority) + 1));
  }
  return last;
}

function checkEnd(
  compilation: Compilation,
  path: SessionPath,
  { end, suggest }: { readonly end: 'from' | 'to'; readonly suggest: Suggest },
): boolean {
  const { names } = compilation.document;
  const id = path[end];
  if (names.has(id)) return true;
  const near = suggest(id);
  complain(compilation, ['paths', path.index, end], 'EDGE_END_MISSING', {
    message: `Path number ${path.index} ${end === 'from' ? 'comes from' : 'leads to'} ${quotedShort(id)}, which is not in "steps".`,
    hint: `${near}${near === '' ? 'Add' : 'Otherwise add'} a step with the id ${quotedShort(id)}, or remove the path.`,
  });
  return false;
}
