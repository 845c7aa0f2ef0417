import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useModels, useTools } from '../../data/catalogue.ts';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { SuggestInput, type Suggestion } from './suggest-input.tsx';

/** The provider of a model. */
export function ProviderInput(props: WidgetProps): ReactNode {
  const known = useModels().data?.items ?? [];
  const names = [...new Set(known.map(({ provider }) => provider))];
  return <ListedInput field={props} suggestions={names.map((value) => ({ value }))} />;
}

/** The tool that a node calls. */
export function ToolInput(props: WidgetProps): ReactNode {
  const known = useTools().data?.items ?? [];
  const suggestions = known.map(({ name, description }) => ({ value: name, note: description }));
  return <ListedInput field={props} suggestions={suggestions} />;
}

interface ListedInputProps {
  readonly field: WidgetProps;
  readonly suggestions: readonly Suggestion[];
}

function ListedInput({ field, suggestions }: ListedInputProps): ReactNode {
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <ExpressionSwitch
      label={field.label}
      value={value}
      onChange={(next) => field.onChange(next === '' ? field.options.emptyValue : next)}
      isLiteral={field.options['isLiteral'] === true}
      layout="beside"
    >
      {(write) => (
        <SuggestInput
          id={field.id}
          label={field.label}
          value={value}
          onChange={write}
          onBlur={() => field.onBlur(field.id, value)}
          suggestions={suggestions}
          describedBy={ariaDescribedByIds(field.id)}
        />
      )}
    </ExpressionSwitch>
  );
}
