import type { Json } from '../json.ts';
import type { StepReader } from './step-reader.ts';
import { readWhere } from './where.ts';
import { writeWhere } from './write-where.ts';

/** The condition of a filter as an expression over `item` and `index`; null for one that is wrong, or that has none. */
export function whereToExpression(where: Json): string | null {
  const reader: StepReader = { settings: {}, path: [], problems: [], templates: [] };
  const read = readWhere(reader, where, []);
  return read === null || reader.problems.length > 0 ? null : writeWhere(read);
}
