import { ariaDescribedByIds } from '@rjsf/utils';
import type { Json } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';

interface WrittenInputProps {
  readonly id: string;
  /** The value in words. */
  readonly value: string;
  /** Null for words that say nothing. */
  readonly read: (text: string) => Json;
  readonly placeholder: string;
  /** What to do about those. */
  readonly cure: string;
  /** Undefined once it was emptied. */
  readonly onChange: (value: Json | undefined) => void;
}

/** A value that people write in words. What cannot be read is not passed on, and said once the field was left. */
export function WrittenInput(props: WrittenInputProps): ReactNode {
  const { id, value, read, placeholder, cure, onChange } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const text = draft ?? value;
  const isKnown = draft === null || draft.trim() === '' || read(draft) !== null;
  const isWrong = isLeft && !isKnown;
  const write = (typed: string) => {
    setDraft(typed);
    const next = typed.trim() === '' ? undefined : read(typed);
    if (next !== null) onChange(next);
  };
  return (
    <>
      <input
        id={id}
        placeholder={placeholder}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}__cure` : ariaDescribedByIds(id)}
        onChange={(event) => write(event.target.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true);
          if (isKnown) setDraft(null);
        }}
        className={classNames(inputClass, 'num h-9')}
      />
      {isWrong && (
        <p id={`${id}__cure`} role="alert" className="text-xs text-bad-text">
          {cure}
        </p>
      )}
    </>
  );
}
