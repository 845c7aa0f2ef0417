import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { SuggestInput, type Suggestion } from './suggest-input.tsx';

interface ListedInputProps {
  readonly field: WidgetProps;
  readonly suggestions: readonly Suggestion[];
  readonly placeholder?: string;
  /** The id of a note about the value. */
  readonly noteId?: string | undefined;
}

/** A name that the server lists, any other, or an expression. */
export function ListedInput(props: ListedInputProps): ReactNode {
  const { field, suggestions, placeholder, noteId } = props;
  const value = typeof field.value === 'string' ? field.value : '';
  const described = ariaDescribedByIds(field.id);
  return (
    <ExpressionSwitch
      label={field.label}
      value={value}
      onChange={(next) => field.onChange(next === '' ? field.options.emptyValue : next)}
      isLiteral={field.options['isLiteral'] === true}
    >
      {(write) => (
        <SuggestInput
          id={field.id}
          label={field.label}
          value={value}
          onChange={write}
          onBlur={() => field.onBlur(field.id, value)}
          suggestions={suggestions}
          placeholder={placeholder}
          describedBy={noteId === undefined ? described : `${noteId} ${described}`}
        />
      )}
    </ExpressionSwitch>
  );
}
