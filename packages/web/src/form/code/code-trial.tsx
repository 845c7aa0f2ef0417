import { isObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { durationWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { JsonView } from '../../viewers/json/json-view.tsx';
import type { CodeResult } from './code-scope.ts';

const logTone: Readonly<Record<string, string>> = {
  error: 'text-bad-text',
  warn: 'text-wait-text',
  debug: 'text-text-3',
};

/** What trying the code gave: its result or failure, what it logged, and how long it took. */
export function CodeTrial({ result }: { readonly result: CodeResult }): ReactNode {
  const { status, error, output, logs, tookMs, isBlind } = result;
  return (
    <section
      aria-label="Result of trying the code"
      className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-2 text-sm"
    >
      <h3 role="status" className="text-xs font-medium text-text-2">
        Tried: {status}
        {tookMs !== null && <span className="num"> in {durationWords(tookMs)}</span>}
      </h3>
      {isBlind && (
        <p className="rounded-md bg-wait-soft p-2 text-xs text-wait-text">
          Nothing before this node has run yet, so it got no input. Run the workflow once, or pin an
          output before it.
        </p>
      )}
      {error !== null && (
        <p role="alert" className="rounded-md bg-bad-soft p-2 text-xs break-words text-bad-text">
          {visibleText(error)}
        </p>
      )}
      {error === null &&
        (isObject(output) || Array.isArray(output) ? (
          <JsonView label="result" value={output} className="max-h-56" />
        ) : (
          <pre
            tabIndex={0}
            aria-label="result"
            className="max-h-40 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap"
          >
            {visibleText(JSON.stringify(output))}
          </pre>
        ))}
      {logs.length > 0 && (
        <ol
          aria-label="Log"
          tabIndex={0}
          className="max-h-32 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs"
        >
          {logs.map(({ level, text }, index) => (
            <li key={index} className={logTone[level] ?? 'text-text'}>
              <span className="break-words whitespace-pre-wrap">{visibleText(text)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
