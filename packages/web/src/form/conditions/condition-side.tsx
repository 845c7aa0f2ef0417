import type { Json } from '@skein/kernel';
import { useContext, useState, type ReactNode } from 'react';
import { readLenient, writeLenient } from '../../graph/lenient-json.ts';
import { previewText } from '../../graph/variables/preview-text.ts';
import { PromptVariables } from '../prompt/prompt-variables.ts';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { SuggestInput } from '../inputs/suggest-input.tsx';

interface ConditionSideProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** The names of fields, where one of them is tested and no reference. */
  readonly fields?: readonly string[] | null;
}

/** One side of a comparison: a suggested reference or any value. Incomplete input is not passed on. */
export function ConditionSide(props: ConditionSideProps): ReactNode {
  const { id, label, placeholder, value, onChange, fields = null } = props;
  const variables = useContext(PromptVariables);
  const [draft, setDraft] = useState<string | null>(null);
  const suggestions =
    fields?.map((name) => ({ value: name })) ??
    variables.map(({ text, preview }) => ({
      value: text,
      note: previewText(preview).replace(/^ = /, ''),
    }));
  const isHalfTyped = draft !== null && !readLenient(draft).isJson;
  return (
    <>
      <ExpressionSwitch
        label={label}
        value={value}
        onChange={(next) => onChange(next ?? '')}
        layout="beside"
        // A field is a fixed name.
        isLiteral={fields !== null}
      >
        {(write) => (
          <SuggestInput
            id={id}
            label={label}
            ariaLabel={label}
            placeholder={placeholder}
            value={draft ?? (value === '' ? '' : writeLenient(value))}
            onChange={(text) => {
              setDraft(text);
              const { isJson, value: next = '' } = readLenient(text);
              if (isJson) write(next);
            }}
            onBlur={() => {
              if (!isHalfTyped) setDraft(null);
            }}
            suggestions={suggestions}
          />
        )}
      </ExpressionSwitch>
      {isHalfTyped && (
        <p role="alert" className="text-xs text-bad-text">
          Not valid JSON yet.
        </p>
      )}
    </>
  );
}
