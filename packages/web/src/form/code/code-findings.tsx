import { CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CodeFindingLine } from './code-editor.tsx';

const shownMax = 5;

/** The findings as text: who cannot see the underline or hover it reads them here, and goes to the line. */
export function CodeFindings({
  findings,
}: {
  readonly findings: readonly CodeFindingLine[];
}): ReactNode {
  if (findings.length === 0) return null;
  return (
    <ul
      aria-label="Problems of the code"
      className="grid max-h-32 shrink-0 grid-cols-[minmax(0,1fr)] gap-0.5 overflow-auto"
    >
      {findings.slice(0, shownMax).map(({ line, message, severity, show }, index) => {
        const isError = severity === 'error';
        const Icon = isError ? CircleX : TriangleAlert;
        return (
          <li key={index}>
            <button
              type="button"
              onClick={show}
              className="flex w-full gap-1.5 rounded-sm px-1 py-0.5 text-left text-xs hover:bg-sunken"
            >
              <Icon
                size={14}
                role="img"
                aria-label={isError ? 'Error' : 'Warning'}
                className={
                  isError ? 'mt-px shrink-0 text-bad-text' : 'mt-px shrink-0 text-wait-text'
                }
              />
              <span className="min-w-0 flex-1 break-words">
                <span className="num text-text-3">Line {line}</span> {message}
              </span>
            </button>
          </li>
        );
      })}
      {findings.length > shownMax && (
        <li className="px-1 text-xs text-text-3">and {findings.length - shownMax} more</li>
      )}
    </ul>
  );
}
