export type ColumnKind =
  | 'serial'
  | 'id'
  | 'workflowId'
  | 'short'
  | 'hash'
  | 'text'
  | 'word'
  | 'name'
  | 'instant'
  | 'time'
  | 'json'
  | 'integer'
  | 'real'
  | 'boolean';

export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isOptional?: boolean;
  /** For the rows that were there when the column was added. */
  readonly otherwise?: string;
}

export interface TableIndex {
  readonly columns: readonly string[];
  readonly isUnique?: boolean;
  /** The other databases do without it. */
  readonly only?: 'mysql';
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

/** `name kind, name kind?` → columns; `?` marks those that may be null, `=1` is a default. */
export function columns(text: string): readonly TableColumn[] {
  return text.split(',').map((part) => {
    const [name = '', word = ''] = part.trim().split(/\s+/);
    const [kind = '', otherwise] = word.replace('?', '').split('=');
    // The kinds are written below by us; a database would refuse another one.
    const column = { name, kind: kind as ColumnKind, isOptional: word.endsWith('?') };
    return otherwise === undefined ? column : { ...column, otherwise };
  });
}
