// The names of fields of the rows: those that the rows have are offered, any other can be written.
import type { FieldProps } from '@rjsf/utils';
import type { Json } from '@skein/kernel';
import { formJson } from '../fields/form-json.ts';
import { useContext, type ReactNode } from 'react';
import { visibleText } from '../../text/visible-text.ts';
import { AddByName } from '../fields/add-by-name.tsx';
import { FieldFrame } from '../fields/field-frame.tsx';
import { JsonFormField } from '../fields/json-form-field.tsx';
import { ToolChip } from '../fields/tool-chip.tsx';
import { SuggestInput } from '../inputs/suggest-input.tsx';
import { RowFields } from '../conditions/row-fields-context.ts';

interface RowFieldInputProps {
  readonly id: string;
  readonly label: string;
  /** Without a visible label. */
  readonly isBare?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
}

/** One of them. */
export function RowFieldInput(props: RowFieldInputProps): ReactNode {
  const { id, label, isBare = false, value, onChange, placeholder = 'Field' } = props;
  const fields = useContext(RowFields) ?? [];
  const named = isBare ? { ariaLabel: label } : {};
  return (
    <SuggestInput
      id={id}
      label={label}
      {...named}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      suggestions={fields.map((name) => ({ value: name }))}
    />
  );
}

/** A setting that is one field. */
export function RowFieldField(props: FieldProps): ReactNode {
  const value = formJson(props) ?? '';
  if (typeof value !== 'string') return <JsonFormField {...props} />;
  return (
    <FieldFrame field={props}>
      {(label) => (
        <RowFieldInput
          id={props.fieldPathId.$id}
          label={label}
          value={value}
          onChange={(next) =>
            props.onChange(next === '' ? undefined : next, props.fieldPathId.path)
          }
        />
      )}
    </FieldFrame>
  );
}

/** A setting that is one field or a list of them. */
export function RowFieldsField(props: FieldProps): ReactNode {
  const fields = useContext(RowFields) ?? [];
  const value = formJson(props) ?? [];
  const chosen = typeof value === 'string' ? [value] : value;
  if (!isTexts(chosen)) return <JsonFormField {...props} />;
  const write = (next: readonly string[]) =>
    props.onChange(next.length === 0 ? undefined : next, props.fieldPathId.path);
  const names = [...new Set([...fields, ...chosen])];
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <>
          <div role="group" aria-label={label} className="flex flex-wrap gap-2">
            {names.map((name) => (
              <ToolChip
                key={name}
                label={visibleText(name)}
                isName
                isOn={chosen.includes(name)}
                onClick={() =>
                  write(
                    chosen.includes(name)
                      ? chosen.filter((each) => each !== name)
                      : [...chosen, name],
                  )
                }
              />
            ))}
          </div>
          <AddByName
            id={props.fieldPathId.$id}
            label={label}
            onAdd={(name) => {
              if (!chosen.includes(name)) write([...chosen, name]);
            }}
          />
        </>
      )}
    </FieldFrame>
  );
}

function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
