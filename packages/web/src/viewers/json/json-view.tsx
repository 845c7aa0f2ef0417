import { Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { copyText } from '../copy-text.ts';
import { JsonSearch } from './json-search.tsx';
import { JsonTree } from './json-tree.tsx';
import { useJsonRows } from './use-json-rows.ts';

interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
  readonly className?: string;
}

export function JsonView({ value, label, className }: JsonViewProps): ReactNode {
  const [text, setText] = useState('');
  const [step, setStep] = useState(0);
  const rows = useJsonRows(value, text);
  const count = rows.matches.length;
  const at = count === 0 ? 0 : ((step % count) + count) % count;
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface',
        className,
      )}
    >
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-1 pl-3 text-text-3 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-focus">
        <JsonSearch
          label={label}
          text={text}
          onChange={(typed) => {
            setText(typed);
            setStep(0);
          }}
          found={{ count, isCut: rows.isCut, at }}
          onStep={(by) => setStep(at + by)}
        />
        <IconButton
          size="sm"
          icon={Copy}
          label="Copy JSON"
          onClick={() => copyText(JSON.stringify(value, undefined, 2), 'JSON')}
        />
      </div>
      <JsonTree label={label} rows={rows} text={text} shown={rows.matches[at] ?? null} />
    </div>
  );
}
