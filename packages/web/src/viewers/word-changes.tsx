import { useMemo, type ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';
import { wordDiff } from '../text/word-diff.ts';

interface WordChangesProps {
  readonly before: string;
  readonly after: string;
}

/** Longer texts are compared up to here. */
const shownMax = 4_000;

/** One text with the words that went and came, marked. */
export function WordChanges({ before, after }: WordChangesProps): ReactNode {
  const changes = useMemo(
    () => wordDiff(before.slice(0, shownMax), after.slice(0, shownMax)),
    [before, after],
  );
  return (
    <p className="px-1 py-0.5 text-sm wrap-anywhere whitespace-pre-wrap">
      {changes.map(({ kind, text }, index) => {
        const shown = visibleText(text);
        if (kind === 'same') return <span key={index}>{shown}</span>;
        if (kind === 'removed')
          return (
            <del key={index} className="rounded-sm bg-bad-soft text-bad-text">
              {shown}
            </del>
          );
        return (
          <ins key={index} className="rounded-sm [del+&]:ml-1 bg-ok-soft text-ok-text no-underline">
            {shown}
          </ins>
        );
      })}
    </p>
  );
}
