import { toldInNames } from '@skein/dialects';
import type { ReactNode } from 'react';
import type { ShownFailure } from '../../../graph/run/failure-hints.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface FailureNoteProps {
  readonly failure: ShownFailure;
  /** The names of the nodes; without them it says what came from outside, word by word. */
  readonly titles?: ReadonlyMap<string, string>;
}

/** Message, hint and code of a failure, and what the system said. */
export function FailureNote({ failure, titles }: FailureNoteProps): ReactNode {
  const { hint, code, reason } = failure;
  const message = titles === undefined ? failure.message : toldInNames(failure.message, titles);
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
