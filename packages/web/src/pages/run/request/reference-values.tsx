import type { ReactNode } from 'react';
import type { AskedReference } from '../../../graph/run/asked-by.ts';
import { visibleText } from '../../../text/visible-text.ts';

/** A longer value is cut; the whole one is in the request. */
const shownMax = 300;

/** Everything that the settings of a step refer to, with the value that it had. */
export function ReferenceValues({
  references,
}: {
  readonly references: readonly AskedReference[];
}): ReactNode {
  return (
    <section aria-label="Values" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-medium">Values</h3>
      <dl className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {references.map(({ words, value }) => (
          <div key={words} className="grid gap-0.5 px-3 py-2">
            <dt className="truncate text-xs text-text-2">{visibleText(words)}</dt>
            <dd className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
              {value === undefined ? (
                <span className="text-wait-text">no value</span>
              ) : (
                visibleText(cut(typeof value === 'string' ? value : JSON.stringify(value)))
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function cut(text: string): string {
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
