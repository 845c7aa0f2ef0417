import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useModels } from '../../data/catalogue.ts';
import { noteOnModel, suggestedModels } from '../../graph/forms/model-names.ts';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { SuggestInput } from './suggest-input.tsx';

/** The name of a model: one the server lists, or any other. */
export function ModelInput(props: WidgetProps): ReactNode {
  const known = useModels().data?.items ?? [];
  const value = typeof props.value === 'string' ? props.value : '';
  const note = noteOnModel(value, known);
  const noteId = `${props.id}__note`;
  const usual = known.find(({ isDefault }) => isDefault === true)?.name;
  return (
    <>
      <ExpressionSwitch
        label={props.label}
        value={value}
        onChange={(next) => props.onChange(next === '' ? props.options.emptyValue : next)}
        isLiteral={props.options['isLiteral'] === true}
        layout="beside"
      >
        {(write) => (
          <SuggestInput
            id={props.id}
            label={props.label}
            value={value}
            onChange={write}
            onBlur={() => props.onBlur(props.id, value)}
            suggestions={suggestedModels(known)}
            placeholder={usual === undefined ? 'Default' : `Default: ${usual}`}
            describedBy={`${note === null ? '' : `${noteId} `}${ariaDescribedByIds(props.id)}`}
          />
        )}
      </ExpressionSwitch>
      {note !== null && (
        <p
          id={noteId}
          className={note.isProblem ? 'text-xs text-wait-text' : 'text-xs text-text-3'}
        >
          {note.text}
        </p>
      )}
    </>
  );
}
