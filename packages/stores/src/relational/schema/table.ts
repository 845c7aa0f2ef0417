export type ColumnKind =
  | 'serial'
  | 'id'
  | 'workflowId'
  | 'short'
  | 'hash'
  | 'text'
  | 'json'
  | 'integer'
  | 'real'
  | 'boolean';

export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isOptional?: boolean;
}

export interface TableIndex {
  readonly columns: readonly string[];
  readonly isUnique?: boolean;
  /** Rows that are not like this are left out, where the database can: they cost nothing when they are written. */
  readonly where?: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Empty when a column of kind `serial` is the key. */
  readonly key: readonly string[];
  readonly indexes: readonly TableIndex[];
  readonly references?: { readonly column: string; readonly table: string };
}

/** `name kind, name kind?` → columns; `?` marks those that may be null. */
export function columns(text: string): readonly TableColumn[] {
  return text.split(',').map((part) => {
    const [name = '', kind = ''] = part.trim().split(/\s+/);
    const isOptional = kind.endsWith('?');
    // The kinds are written below by us; `ddl.test` would fail on another one.
    return { name, kind: kind.replace('?', '') as ColumnKind, isOptional };
  });
}
