import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useModels } from '../../data/catalogue.ts';
import { noteOnModel, suggestedModels } from '../../graph/forms/model-names.ts';
import { modelWords } from '../../text/model-words.ts';
import { ListedInput } from './listed-input.tsx';

/** The name of a model: one the server lists, or any other. */
export function ModelInput(props: WidgetProps): ReactNode {
  const known = useModels().data?.items ?? [];
  const value = typeof props.value === 'string' ? props.value : '';
  const note = noteOnModel(value, known);
  const noteId = `${props.id}__note`;
  const usual = known.find(({ isDefault }) => isDefault === true)?.name;
  return (
    <>
      <ListedInput
        field={props}
        suggestions={suggestedModels(known)}
        placeholder={usual === undefined ? 'Default' : `Default: ${modelWords(usual)}`}
        noteId={note === null ? undefined : noteId}
      />
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
