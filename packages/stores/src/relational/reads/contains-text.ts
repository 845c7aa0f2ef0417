import type { RelationalDatabase } from '../database.ts';

/** Whether a column holds the text that `?` stands for, literally: `like` would give a meaning to `%` and `_`. */
export function containsText({ flavour }: RelationalDatabase, column: string): string {
  return `${flavour.position}(${column}, ?) > 0`;
}
