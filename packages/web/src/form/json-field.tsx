import { useState, type ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { inputClass } from '../design/input-class.ts';
import type { Json } from '@skein/kernel';

interface JsonFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly rows?: number;
}

/** Any JSON as text. What is not JSON is told and not passed on; a plain text may be written without quotes. */
export function JsonField({ id, label, value, onChange, rows = 4 }: JsonFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? toText(value);
  const parsed = draft === null ? { isJson: true } : parse(draft);
  return (
    <>
      <textarea
        id={id}
        aria-label={label}
        rows={rows}
        spellCheck={false}
        value={shown}
        aria-invalid={!parsed.isJson || undefined}
        onChange={(event) => {
          setDraft(event.target.value);
          const next = parse(event.target.value);
          if (next.isJson) onChange(next.value);
        }}
        onBlur={() => {
          if (parsed.isJson) setDraft(null);
        }}
        className={classNames(inputClass, 'resize-y py-2 font-mono text-xs')}
      />
      {!parsed.isJson && (
        <p role="alert" className="text-xs text-bad-text">
          This is not JSON yet.
        </p>
      )}
    </>
  );
}

interface Parsed {
  readonly isJson: boolean;
  readonly value?: Json;
}

function parse(text: string): Parsed {
  if (text.trim() === '') return { isJson: true };
  try {
    return { isJson: true, value: JSON.parse(text) as Json };
  } catch {
    const looksLikeJson = /^\s*[[{"]/.test(text);
    return looksLikeJson ? { isJson: false } : { isJson: true, value: text };
  }
}

function toText(value: Json | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' && !/^\s*[[{"\d]/.test(value) && !isWord(value)
    ? value
    : JSON.stringify(value, undefined, 2);
}

/** Texts that would be read as something else. */
function isWord(text: string): boolean {
  return ['true', 'false', 'null'].includes(text.trim()) || !Number.isNaN(Number(text));
}
