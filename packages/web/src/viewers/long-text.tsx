import { useState, type ReactNode } from 'react';
import { countWords } from '../text/time-words.ts';
import { visibleText } from '../text/visible-text.ts';

const shownFirst = 2_000;
const partMax = 1_000;

/** A text of any length with hidden characters escaped: the beginning, and the rest on demand. */
export function LongText({ text }: { readonly text: string }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= shownFirst) return visibleText(text);
  return (
    <>
      {partsOf(isWhole ? text : text.slice(0, shownFirst)).map((part, index) => (
        // Browsers take minutes to wrap a word of a hundred thousand letters; short pieces are fast.
        <span key={index} className="block break-all">
          {visibleText(part)}
        </span>
      ))}
      {!isWhole && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="rounded-sm text-xs font-medium underline"
        >
          Show all {countWords(text.length, 'character')}
        </button>
      )}
    </>
  );
}

/** Cut at spaces where possible. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const space = text.lastIndexOf(' ', from + partMax);
    const to = space > from && from + partMax < text.length ? space : from + partMax;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}
