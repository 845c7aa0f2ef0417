import type { FieldProps } from '@rjsf/utils';
import { equalJson, type Json } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { readLenient, writeLenient } from '../../graph/lenient-json.ts';

interface TemplateInputProps {
  /** The field around it: its form has the widget. */
  readonly field: FieldProps;
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  /** Whether it is text whatever it looks like. */
  readonly isText?: boolean;
  readonly onChange: (value: Json | undefined) => void;
}

/** A value as text in the form's widget for templates. Incomplete JSON is reported and not passed on. */
export function TemplateInput(props: TemplateInputProps): ReactNode {
  const { field, id, label, value, isText = false, onChange } = props;
  const read = (text: string) => (isText ? { isJson: true, value: text } : readLenient(text));
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft === null ? null : read(draft);
  // Once the value is another one, as after an undo, what was typed is of the past.
  const isOwn = typed !== null && (!typed.isJson || equalJson(typed.value ?? null, value ?? null));
  const { prompt: Prompt } = field.registry.widgets;
  if (Prompt === undefined) return null;
  const given = { schema: { type: 'string' as const }, options: {}, registry: field.registry };
  return (
    <>
      <Prompt
        id={id}
        name={id}
        label={label}
        {...given}
        value={isOwn ? draft : isText && typeof value === 'string' ? value : writeLenient(value, 2)}
        onChange={(text: string | undefined) => {
          setDraft(text ?? '');
          const next = read(text ?? '');
          if (next.isJson) onChange(next.value);
        }}
        onBlur={() => {}}
        onFocus={() => {}}
      />
      {isOwn && typed?.isJson === false && (
        <p role="alert" className="text-xs text-bad-text">
          Not valid JSON yet.
        </p>
      )}
    </>
  );
}
