import type { RunWarning } from '@skein/kernel';
import type { ReactNode } from 'react';
import { visibleText } from '../../../text/visible-text.ts';

/** What people should know about a run that went on, each with the step that it happened in. */
export function WarningNotes({
  warnings,
}: {
  readonly warnings: readonly RunWarning[];
}): ReactNode {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label="Warnings" className="rounded-md bg-wait-soft p-3 text-wait-text">
      {warnings.map(({ node, activation, message }, place) => (
        // Two may be equal, and the list only grows.
        <li key={place} className="break-words">
          {visibleText(`${node}${activation > 1 ? ` #${activation}` : ''}: ${message}`)}
        </li>
      ))}
    </ul>
  );
}
