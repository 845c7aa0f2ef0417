import type { RelationalDatabase } from '../database.ts';

/** Whether a column contains the text that `?` stands for, literally: `like` would interpret `%` and `_`. */
export function containsText({ flavour }: RelationalDatabase, column: string): string {
  return `${flavour.position}(${column}, ?) > 0`;
}
