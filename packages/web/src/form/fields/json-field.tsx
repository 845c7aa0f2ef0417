import { useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import type { Json } from '@skein/kernel';
import { readLenient, writeLenient } from '../../graph/lenient-json.ts';

interface JsonFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly rows?: number;
  /** Told whether what is written is JSON, for those that must not use the last value that was. */
  readonly onCheck?: (isJson: boolean) => void;
  readonly 'aria-describedby'?: string | undefined;
  /** Others say that it is wrong. */
  readonly 'aria-invalid'?: true | undefined;
}

/** Any JSON as text. Invalid JSON is reported and not passed on; plain text may be written without quotes. */
export function JsonField(props: JsonFieldProps): ReactNode {
  const { id, label, value, onChange, rows = 4, onCheck } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? writeLenient(value, 2);
  const parsed = draft === null ? { isJson: true } : readLenient(draft);
  return (
    <>
      <textarea
        id={id}
        aria-label={label}
        rows={rows}
        spellCheck={false}
        value={shown}
        aria-describedby={props['aria-describedby']}
        aria-invalid={!parsed.isJson || props['aria-invalid']}
        onChange={(event) => {
          setDraft(event.target.value);
          const next = readLenient(event.target.value);
          onCheck?.(next.isJson);
          if (next.isJson) onChange(next.value);
        }}
        onBlur={() => {
          if (parsed.isJson) setDraft(null);
        }}
        className={classNames(inputClass, 'resize-y py-2 font-mono text-xs')}
      />
      {!parsed.isJson && (
        <p role="alert" className="text-xs text-bad-text">
          Not valid JSON yet.
        </p>
      )}
    </>
  );
}
