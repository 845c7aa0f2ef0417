import type { Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import type { Preview, PreviewProblem } from '../../graph/expressions/preview-value.ts';
import { visibleText } from '../../text/visible-text.ts';

interface ExpressionResultProps {
  readonly preview: Preview | null;
  /** Which run the values are of. */
  readonly source: ReactNode;
  /** What a reference without a value is called; default as it is written. */
  readonly words?: (name: string) => string;
  /** The field is a text: what it gives is shown as one, with its lines. */
  readonly isText?: boolean;
}

/** Below a field: what it gives with the values of a run, or what is wrong. */
export function ExpressionResult(props: ExpressionResultProps): ReactNode {
  const { preview, source, words, isText = false } = props;
  return (
    <div className="grid min-w-0 gap-1 text-xs">
      <div role="status" className="min-w-0">
        {preview !== null && <Shown preview={preview} words={words} isText={isText} />}
      </div>
      {preview !== null && preview.kind !== 'problems' && source}
    </div>
  );
}

const shownMax = 300;

interface ShownProps {
  readonly preview: Preview;
  readonly words: ((name: string) => string) | undefined;
  readonly isText: boolean;
}

function Shown({ preview, words, isText }: ShownProps): ReactNode {
  switch (preview.kind) {
    case 'value':
      return <Given value={preview.value} isText={isText} />;
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

interface GivenProps {
  readonly value: Json;
  readonly isText: boolean;
}

function Given({ value, isText }: GivenProps): ReactNode {
  const isPlain = isText && typeof value === 'string';
  const text = isPlain ? value : JSON.stringify(value);
  const cut = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
  return (
    <output
      className={classNames(
        'block rounded-md bg-ok-soft px-2 py-1 break-words whitespace-pre-wrap text-ok-text',
        !isPlain && 'font-mono',
      )}
    >
      {isPlain ? '' : '= '}
      {visibleText(cut)}
    </output>
  );
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
