import { equalJson, type Json } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { readLenient, writeLenient } from '../../graph/lenient-json.ts';
import type { ValueSize } from '../prompt/prompt-editor.tsx';
import { ValueInput } from '../prompt/value-input.tsx';

interface TemplateInputProps {
  readonly label: string;
  readonly value: Json | undefined;
  /** Whether it is text whatever it looks like. */
  readonly isText?: boolean;
  readonly size?: ValueSize;
  readonly placeholder?: string;
  readonly isLiteral?: boolean;
  readonly onChange: (value: Json | undefined) => void;
}

/** A value as text in the field of values: plain text without quotes, anything else as JSON. Incomplete JSON is not passed on. */
export function TemplateInput(props: TemplateInputProps): ReactNode {
  const { label, value, isText = false, size = 'line', placeholder, isLiteral, onChange } = props;
  const read = (text: string) => (isText ? { isJson: true, value: text } : readLenient(text));
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const typed = draft === null ? null : read(draft);
  // Once the value is another one, as after an undo, what was typed is of the past.
  const isOwn = typed !== null && (!typed.isJson || equalJson(typed.value ?? null, value ?? null));
  const isBroken = isOwn && typed?.isJson === false;
  return (
    <>
      <ValueInput
        label={label}
        size={size}
        placeholder={placeholder}
        isLiteral={isLiteral ?? false}
        value={
          isOwn && draft !== null
            ? draft
            : isText && typeof value === 'string'
              ? value
              : writeLenient(value, 2)
        }
        onChange={(text) => {
          setDraft(text);
          setLeft(false);
          const next = read(text);
          if (next.isJson) onChange(next.value);
        }}
        onBlur={() => setLeft(true)}
      />
      {isBroken && isLeft && (
        <p role="alert" className="text-xs text-bad-text">
          {label}: this is not complete JSON, so it is not kept. Close its brackets and quotes.
        </p>
      )}
    </>
  );
}
