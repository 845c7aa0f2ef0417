import type { Json } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { rowTable } from '../../../graph/steps/row-table.ts';
import { countWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface StepRowsProps {
  readonly label: string;
  /** In front of the number of rows. */
  readonly words?: string;
  /** How many there were before. */
  readonly before: number | null;
  readonly after: readonly Json[];
}

/** How many rows there are after a step, and the first of them. */
export function StepRows({ label, words, before, after }: StepRowsProps): ReactNode {
  const count = countWords(after.length, 'row');
  return (
    <details open className="group min-w-0 text-xs">
      <summary className="flex h-7 list-none items-center gap-1.5 rounded-sm text-text-2">
        <FoldMark />
        {words !== undefined && <span>{words}:</span>}
        <span className="num">{before === null ? count : `${before} → ${count}`}</span>
      </summary>
      {after.length > 0 && <Rows label={label} rows={after} />}
    </details>
  );
}

function Rows({ label, rows }: { readonly label: string; readonly rows: readonly Json[] }) {
  const table = useMemo(() => rowTable(rows), [rows]);
  const more = [
    ...(table.rowsLeft > 0 ? [`${countWords(table.rowsLeft, 'more row')}`] : []),
    ...(table.columnsLeft > 0 ? [`${countWords(table.columnsLeft, 'more field')}`] : []),
  ];
  return (
    <>
      <div
        role="region"
        aria-label={label}
        // Scrolls, so it must be reachable by keyboard.
        tabIndex={0}
        className="max-h-44 overflow-auto rounded-md border border-line bg-surface"
      >
        <table className="w-full border-collapse text-left text-xs">
          <thead className="sticky top-0 bg-sunken text-text-2">
            <tr>
              {table.columns.map((name) => (
                <th key={name} scope="col" className="px-2 py-1 font-medium whitespace-nowrap">
                  {visibleText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {table.rows.map((cells, index) => (
              // Rows have no ids.
              <tr key={index}>
                {cells.map((text, column) => (
                  <td key={column} className="max-w-48 truncate px-2 py-1 font-mono">
                    {text === undefined ? null : visibleText(text)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more.length > 0 && <p className="pt-1 text-text-3">and {more.join(', ')}</p>}
    </>
  );
}
