import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Kbd } from '../keyboard/kbd.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly shortcut?: string;
  readonly className?: string;
  readonly id?: string;
}

export function SearchField(props: SearchFieldProps): ReactNode {
  const { label, placeholder, value, onChange, shortcut, className, id } = props;
  return (
    <label
      className={classNames(
        'flex h-9 items-center gap-2 rounded-md border border-control bg-surface px-2.5 text-text-3 focus-within:outline-2 focus-within:outline-focus',
        className,
      )}
    >
      <Search size={16} aria-hidden className="shrink-0" />
      <input
        id={id}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-sm text-text outline-none placeholder:text-text-3"
      />
      {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
    </label>
  );
}
