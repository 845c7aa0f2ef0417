import { Copy, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { IconButton } from '../design/icon-button.tsx';
import { copyText } from './copy-text.ts';
import { JsonTree } from './json-tree.tsx';

interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
  readonly className?: string;
}

export function JsonView({ value, label, className }: JsonViewProps): ReactNode {
  const [text, setText] = useState('');
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface',
        className,
      )}
    >
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-1 pl-3 text-text-3 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-focus">
        <Search size={14} aria-hidden />
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={`Search in ${label}`}
          placeholder={`Search in ${label}`}
          className="min-w-0 flex-1 bg-transparent text-xs text-text outline-none placeholder:text-text-3"
        />
        <IconButton
          size="sm"
          icon={Copy}
          label="Copy JSON"
          onClick={() => copyText(JSON.stringify(value, undefined, 2), 'JSON')}
        />
      </div>
      <JsonTree value={value} label={label} text={text} />
    </div>
  );
}
