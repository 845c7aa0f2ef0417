import type { WidgetProps } from '@rjsf/utils';
import { Braces } from 'lucide-react';
import { lazy, Suspense, useContext, useRef, type ReactNode } from 'react';
import { MenuButton } from '../../design/controls/menu-button.tsx';
import type { Variable } from '../../graph/variables/variables-at.ts';
import { previewText } from '../../graph/variables/preview-text.ts';
import type { PromptHandle } from './prompt-editor.tsx';
import { PromptVariables } from './prompt-variables.ts';

const PromptEditor = lazy(async () => ({
  default: (await import('./prompt-editor.tsx')).PromptEditor,
}));

const none: readonly Variable[] = [];

/** A long text with pills for its references, and a menu of variables. */
export function PromptInput(props: WidgetProps): ReactNode {
  const offered = useContext(PromptVariables);
  // In a text where the engine fills nothing, a placeholder would stay as it is.
  const variables = props.options['isLiteral'] === true ? none : offered;
  const handle = useRef<PromptHandle | null>(null);
  const value = typeof props.value === 'string' ? props.value : '';
  const change = (text: string) => props.onChange(text === '' ? props.options.emptyValue : text);
  const insert = (text: string) => {
    // The editor may still be loading; it starts with the current text.
    if (handle.current === null) change(`${value}${text}`);
    else handle.current.insert(text);
  };
  return (
    <div className="grid gap-1.5">
      <Suspense fallback={<div className="h-36 rounded-md border border-control" />}>
        <PromptEditor
          label={props.label}
          value={value}
          onChange={change}
          variables={variables}
          handle={handle}
        />
      </Suspense>
      {variables.length > 0 && <VariableMenu variables={variables} onPick={insert} />}
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
