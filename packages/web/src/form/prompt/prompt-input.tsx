import type { WidgetProps } from '@rjsf/utils';
import { Braces } from 'lucide-react';
import { lazy, Suspense, useContext, useRef, type ReactNode } from 'react';
import { MenuButton } from '../../design/controls/menu-button.tsx';
import type { Variable } from '../../graph/variables/variables-at.ts';
import { previewText } from '../../graph/variables/preview-text.ts';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { ExpressionResult } from '../expressions/expression-result.tsx';
import { ExpressionToggle } from '../expressions/expression-toggle.tsx';
import { useExpressionMode } from '../expressions/use-expression-mode.ts';
import { usePreview } from '../expressions/use-preview.ts';
import type { PromptHandle } from './prompt-editor.tsx';
import { PromptVariables } from './prompt-variables.ts';

const PromptEditor = lazy(async () => ({
  default: (await import('./prompt-editor.tsx')).PromptEditor,
}));

const none: readonly Variable[] = [];

/** A long text with pills for its references, expressions in it, and a menu of variables. */
export function PromptInput(props: WidgetProps): ReactNode {
  const { label, options } = props;
  // In a text where the engine fills nothing, a placeholder would stay as it is.
  const isLiteral = options['isLiteral'] === true;
  const offered = useContext(PromptVariables);
  const form = useContext(ExpressionContext);
  const variables = isLiteral ? none : offered;
  const place = isLiteral ? null : form;
  const handle = useRef<PromptHandle>(null);
  const value = typeof props.value === 'string' ? props.value : '';
  const mode = useExpressionMode({
    value,
    onChange: (text) => props.onChange(text === '' ? options.emptyValue : text),
    staysText: true,
  });
  const inner = place === null ? null : mode.inner;
  const { preview, places } = usePreview(place, { inner, value });
  const insert = (text: string) => {
    // The editor may still be loading; it starts with the current text.
    if (handle.current === null) mode.write(`${value}${text}`);
    else handle.current.insert(text);
  };
  return (
    <div className="grid min-w-0 gap-1.5">
      {inner === null || place === null ? (
        <Suspense fallback={<div className="h-36 rounded-md border border-control" />}>
          <PromptEditor
            label={label}
            value={value}
            onChange={mode.write}
            variables={variables}
            place={place}
            problems={places}
            handle={handle}
          />
        </Suspense>
      ) : (
        <ExpressionField label={label} inner={inner} mode={mode} place={place} problems={places} />
      )}
      <div className="flex flex-wrap gap-1">
        {inner === null && variables.length > 0 && (
          <VariableMenu variables={variables} onPick={insert} />
        )}
        {place !== null && (
          <ExpressionToggle label={label} isPressed={inner !== null} onToggle={mode.toggle} />
        )}
      </div>
      {preview !== null && <ExpressionResult preview={preview} source={place?.source} />}
    </div>
  );
}

interface VariableMenuProps {
  readonly variables: readonly Variable[];
  readonly onPick: (text: string) => void;
}

function VariableMenu({ variables, onPick }: VariableMenuProps): ReactNode {
  const entries = variables.map((variable) => ({
    label: `${variable.label}${previewText(variable.preview)}`,
    onSelect: () => onPick(variable.text),
  }));
  return (
    <MenuButton
      entries={entries}
      trigger={
        <button
          type="button"
          className="flex h-7 items-center gap-1.5 justify-self-start rounded-md px-1.5 text-xs font-medium text-accent-text hover:bg-sunken"
        >
          <Braces size={14} aria-hidden />
          Insert variable
        </button>
      }
    />
  );
}
