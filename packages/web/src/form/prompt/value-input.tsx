// The field of every value
// Text with pills for its references, or one expression; a picker of what can be referred to here, and below it what it gives with
// the values of a run.
import { referencesIn, referenceWords } from '@skein/dialects';
import { lazy, Suspense, useContext, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { hasExpression } from '../../graph/expressions/whole-expression.ts';
import type { Variable } from '../../graph/variables/variables-at.ts';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { ExpressionResult } from '../expressions/expression-result.tsx';
import { ExpressionToggle } from '../expressions/expression-toggle.tsx';
import { useExpressionMode } from '../expressions/use-expression-mode.ts';
import { usePreview } from '../expressions/use-preview.ts';
import type { PromptHandle, ValueSize } from './prompt-editor.tsx';
import { NodeNames, PromptVariables } from './prompt-variables.ts';
import { ValuePicker } from './value-picker.tsx';

const PromptEditor = lazy(async () => ({
  default: (await import('./prompt-editor.tsx')).PromptEditor,
}));

const none: readonly Variable[] = [];

function EmptyField({ size }: { readonly size: ValueSize }): ReactNode {
  return (
    <div
      data-loading=""
      className={classNames(
        'rounded-md border border-control',
        size === 'text' ? 'h-[98px]' : 'h-9',
      )}
    />
  );
}

function wordsOf(name: string, nodes: ReadonlyMap<string, string>): string {
  const [written] = referencesIn(`\${${name}}`);
  return written === undefined ? name : referenceWords(written.reference, nodes);
}

interface ValueInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly size: ValueSize;
  readonly placeholder?: string | undefined;
  /** The engine takes it as it is written, so a placeholder would stay as it is. */
  readonly isLiteral?: boolean;
}

export function ValueInput(props: ValueInputProps): ReactNode {
  const { label, value, size, placeholder, isLiteral = false, onBlur } = props;
  const offered = useContext(PromptVariables);
  const form = useContext(ExpressionContext);
  const nodes = useContext(NodeNames);
  const variables = isLiteral ? none : offered;
  const place = isLiteral ? null : form;
  const handle = useRef<PromptHandle>(null);
  const mode = useExpressionMode({
    value: value === '' ? undefined : value,
    onChange: (text) => props.onChange(typeof text === 'string' ? text : ''),
    staysText: size === 'text',
  });
  const inner = place === null ? null : mode.inner;
  const { preview, places } = usePreview(place, { inner, value });
  const [hasInserted, setInserted] = useState(false);
  const insert = (text: string) => {
    if (handle.current !== null) return handle.current.insert(text);
    // The editor is still loading: it begins with this text, and typing goes on behind it.
    mode.write(`${value}${text}`);
    setInserted(true);
  };
  const isPicked = inner === null && variables.length > 0;
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="relative min-w-0">
        {inner === null || place === null ? (
          <Suspense fallback={<EmptyField size={size} />}>
            <PromptEditor
              label={label}
              value={value}
              onChange={mode.write}
              onBlur={onBlur}
              size={size}
              placeholder={placeholder}
              variables={variables}
              nodes={nodes}
              place={place}
              problems={places}
              handle={handle}
              takesFocus={hasInserted}
            />
          </Suspense>
        ) : (
          <ExpressionField
            label={label}
            inner={inner}
            mode={mode}
            place={place}
            problems={places}
          />
        )}
        <div className="absolute top-1 right-1 flex">
          {isPicked && <ValuePicker label={label} variables={variables} onPick={insert} />}
          {place !== null && (
            <ExpressionToggle label={label} isPressed={inner !== null} onToggle={mode.toggle} />
          )}
        </div>
      </div>
      {preview !== null && (
        <ExpressionResult
          preview={preview}
          isText={size === 'text' && inner === null}
          {...(hasExpression(value)
            ? { source: place?.source }
            : { source: null, words: (name) => wordsOf(name, nodes) })}
        />
      )}
    </div>
  );
}
