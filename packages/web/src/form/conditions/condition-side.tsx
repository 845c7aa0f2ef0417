import type { Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { TemplateInput } from '../fields/template-input.tsx';
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

/** One side of a comparison: the field of values, or the name of a field of rows. */
export function ConditionSide(props: ConditionSideProps): ReactNode {
  const { id, label, placeholder, value, onChange, fields = null } = props;
  if (fields !== null)
    return (
      <SuggestInput
        id={id}
        label={label}
        ariaLabel={label}
        placeholder={placeholder}
        value={typeof value === 'string' ? value : JSON.stringify(value)}
        onChange={onChange}
        suggestions={fields.map((name) => ({ value: name }))}
      />
    );
  return (
    <TemplateInput
      label={label}
      placeholder={placeholder}
      value={value === '' ? undefined : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
