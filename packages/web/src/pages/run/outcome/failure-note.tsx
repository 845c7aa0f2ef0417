import type { ReactNode } from 'react';
import type { ShownFailure } from '../../../graph/run/failure-hints.ts';
import { visibleText } from '../../../text/visible-text.ts';

/** Message, hint and code of a failure, and what the system said. */
export function FailureNote({ failure }: { readonly failure: ShownFailure }): ReactNode {
  const { message, hint, code, reason } = failure;
  return (
    <div role="alert" className="rounded-md bg-bad-soft p-3 text-bad-text">
      <p className="font-medium break-words">{visibleText(message)}</p>
      {hint !== null && <p className="mt-1 break-words">{visibleText(hint)}</p>}
      <p className="mt-1 font-mono text-xs break-words">
        {visibleText(reason === undefined ? code : `${code} · ${reason}`)}
      </p>
    </div>
  );
}
