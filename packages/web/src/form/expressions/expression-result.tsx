import type { ReactNode } from 'react';
import type { Preview, PreviewProblem } from '../../graph/expressions/preview-value.ts';
import { visibleText } from '../../text/visible-text.ts';

interface ExpressionResultProps {
  readonly preview: Preview | null;
  /** Which run the values are of. */
  readonly source: ReactNode;
  /** What a reference without a value is called; default as it is written. */
  readonly words?: (name: string) => string;
}

/** Below a field: what it gives with the values of a run, or what is wrong. */
export function ExpressionResult({ preview, source, words }: ExpressionResultProps): ReactNode {
  return (
    <div className="grid min-w-0 gap-1 text-xs">
      <div role="status" className="min-w-0">
        {preview !== null && <Shown preview={preview} words={words} />}
      </div>
      {preview !== null && preview.kind !== 'problems' && source}
    </div>
  );
}

const shownMax = 300;

interface ShownProps {
  readonly preview: Preview;
  readonly words: ((name: string) => string) | undefined;
}

function Shown({ preview, words }: ShownProps): ReactNode {
  switch (preview.kind) {
    case 'value': {
      const text = JSON.stringify(preview.value);
      const cut = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
      return (
        <output className="block rounded-md bg-ok-soft px-2 py-1 font-mono break-words whitespace-pre-wrap text-ok-text">
          = {visibleText(cut)}
        </output>
      );
    }
    case 'missing':
      return (
        <p className="rounded-md bg-wait-soft px-2 py-1 text-wait-text">
          No value yet:{' '}
          {words === undefined ? (
            <code className="font-mono">{visibleText(preview.names.join(', '))}</code>
          ) : (
            visibleText(preview.names.map(words).join(', '))
          )}
        </p>
      );
    case 'problems':
      return (
        <ul className="grid gap-1">
          {preview.problems.map((problem) => (
            <ProblemLine key={`${problem.at} ${problem.message}`} problem={problem} />
          ))}
        </ul>
      );
  }
}

function ProblemLine({ problem }: { readonly problem: PreviewProblem }): ReactNode {
  const { message, hint, column } = problem;
  return (
    <li className="rounded-md bg-bad-soft px-2 py-1 break-words text-bad-text">
      {column !== null && `Column ${column}: `}
      {visibleText(message)} {visibleText(hint)}
    </li>
  );
}
