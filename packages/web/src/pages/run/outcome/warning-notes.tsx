import type { ReactNode } from 'react';
import type { ShownWarning } from '../../../graph/run/outcome-of.ts';
import { visibleText } from '../../../text/visible-text.ts';

/** What people should know about a run that went on, each with the step that it happened in. */
export function WarningNotes({
  warnings,
  titles,
}: {
  readonly warnings: readonly ShownWarning[];
  /** The names of the nodes. */
  readonly titles: ReadonlyMap<string, string>;
}): ReactNode {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Warnings" className="rounded-md bg-wait-soft p-3 text-wait-text">
      {warnings.map(({ node, activation, message }, place) => (
        // Two may be equal, and the list only grows.
        <li key={place} className="break-words">
          {visibleText(
            `${titles.get(node) ?? node}${activation > 1 ? ` #${activation}` : ''}: ${message}`,
          )}
        </li>
      ))}
    </ul>
  );
}
