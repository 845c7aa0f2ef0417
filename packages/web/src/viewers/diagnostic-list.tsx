import type { Diagnostic } from '@skein/kernel';
import { CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';

interface DiagnosticListProps {
  readonly diagnostics: readonly Diagnostic[];
  /** What people call the place of a problem. */
  readonly placeOf?: (index: number) => string;
  /** Jumps to the place of a problem. */
  readonly onShow?: (index: number) => void;
}

const shownMax = 100;

export function DiagnosticList({ diagnostics, placeOf, onShow }: DiagnosticListProps): ReactNode {
  if (diagnostics.length === 0) return <p className="text-sm text-text-2">No problems found.</p>;
  return (
    <ul aria-label="Problems" className="grid gap-1.5">
      {diagnostics.slice(0, shownMax).map((diagnostic, index) => (
        <li key={index}>
          <DiagnosticItem
            diagnostic={diagnostic}
            place={placeOf?.(index) ?? ''}
            onShow={onShow === undefined ? undefined : () => onShow(index)}
          />
        </li>
      ))}
      {diagnostics.length > shownMax && (
        <li className="text-xs text-text-3">and {diagnostics.length - shownMax} more</li>
      )}
    </ul>
  );
}

interface DiagnosticItemProps {
  readonly diagnostic: Diagnostic;
  readonly place: string;
  readonly onShow?: (() => void) | undefined;
}

function DiagnosticItem({ diagnostic, place, onShow }: DiagnosticItemProps): ReactNode {
  const { severity, message, hint, code, pointer } = diagnostic;
  const isError = severity === 'error';
  const Icon = isError ? CircleX : TriangleAlert;
  const text = (
    <>
      <Icon
        size={16}
        role="img"
        aria-label={isError ? 'Error' : 'Warning'}
        className={isError ? 'mt-0.5 shrink-0 text-bad-text' : 'mt-0.5 shrink-0 text-wait-text'}
      />
      <span className="min-w-0 flex-1">
        {place !== '' && (
          <span className="block truncate text-xs font-medium text-text-2">
            {visibleText(place)}
          </span>
        )}
        <span className="block break-words">{message}</span>
        <span className="block text-xs break-words text-text-2">{hint}</span>
        <span className="block truncate font-mono text-xs text-text-3">
          {code} {pointer}
        </span>
      </span>
    </>
  );
  const look = 'flex w-full gap-2 rounded-md border border-line px-2.5 py-2 text-left text-sm';
  return onShow === undefined ? (
    <div className={look}>{text}</div>
  ) : (
    <button type="button" onClick={onShow} className={`${look} hover:bg-sunken`}>
      {text}
    </button>
  );
}
