import { isObject, ownValue, type Json } from '@skein/kernel';

/** A few rows as texts, cut to what can be looked at. */
export interface RowTable {
  readonly columns: readonly string[];
  /** Undefined where a row lacks the field. */
  readonly rows: readonly (readonly (string | undefined)[])[];
  readonly rowsLeft: number;
  readonly columnsLeft: number;
}

const rowsMax = 20;
const columnsMax = 12;
const textMax = 80;

export function rowTable(rows: readonly Json[]): RowTable {
  const shown = rows.slice(0, rowsMax);
  const isTable = shown.length > 0 && shown.every((row) => isObject(row));
  const keys = isTable
    ? [...new Set(shown.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))]
    : [];
  const columns = isTable ? keys.slice(0, columnsMax) : ['value'];
  return {
    columns: columns.map((name) => cut(name)),
    rows: shown.map((row) =>
      isTable && isObject(row) ? columns.map((key) => cell(ownValue(row, key))) : [cell(row)],
    ),
    rowsLeft: rows.length - shown.length,
    columnsLeft: isTable ? keys.length - columns.length : 0,
  };
}

function cell(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return cut(typeof value === 'string' ? value : JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}
