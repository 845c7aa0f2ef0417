import { Copy, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { copyText } from '../copy-text.ts';
import type { JsonRow } from './json-rows.ts';
import { LongText } from '../long-text.tsx';

interface FullValueProps {
  readonly row: JsonRow;
  readonly onClose: () => void;
}

/** The full text of a value that does not fit on its line. */
export function FullValue({ row, onClose }: FullValueProps): ReactNode {
  const text = typeof row.value === 'string' ? row.value : JSON.stringify(row.value);
  return (
    <section
      aria-label="Full value"
      className="flex max-h-60 shrink-0 flex-col border-t border-line"
    >
      <header className="flex h-9 shrink-0 items-center gap-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate font-mono text-xs text-text-2">{row.path}</code>
        <IconButton
          size="sm"
          icon={Copy}
          label="Copy value"
          onClick={() => copyText(text, 'value')}
        />
        <IconButton size="sm" icon={X} label="Close value" onClick={onClose} />
      </header>
      <div
        tabIndex={0}
        role="region"
        aria-label="Value"
        className="min-h-0 overflow-auto px-3 pb-3 font-mono text-xs break-words whitespace-pre-wrap"
      >
        <LongText key={row.path} text={text} />
      </div>
    </section>
  );
}
