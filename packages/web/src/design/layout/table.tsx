import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface Column {
  readonly label: string;
  /** For screen readers: the title of a column that shows none. */
  readonly isHidden?: boolean;
  readonly className?: string;
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** Rows, each a `TableRow`. */
  readonly children: ReactNode;
}

/** A table; on phones each row is a card, without column titles. */
export function Table({ label, columns, children }: TableProps): ReactNode {
  return (
    <table aria-label={label} className="w-full text-left text-sm max-md:block">
      <thead className="border-b border-line bg-bg text-xs text-text-3 max-md:hidden">
        <tr className="h-9 [&>th]:pr-4 [&>th]:font-medium [&>th:first-child]:pl-4">
          {columns.map((column) => (
            <th key={column.label} scope="col" className={column.className}>
              {column.isHidden === true ? (
                <span className="sr-only">{column.label}</span>
              ) : (
                column.label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">{children}</tbody>
    </table>
  );
}

interface TableRowProps {
  readonly children: ReactNode;
  readonly className?: string;
}

export function TableRow({ children, className }: TableRowProps): ReactNode {
  return (
    <tr
      className={classNames(
        'relative hover:bg-bg max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-2 max-md:p-4 md:h-16 md:[&>td]:pr-4 md:[&>td:first-child]:pl-4',
        className,
      )}
    >
      {children}
    </tr>
  );
}
