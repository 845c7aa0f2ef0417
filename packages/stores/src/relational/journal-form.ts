// The form of the journal
// Rows are identified by run and number everywhere, but stored differently. Servers have both as columns and as the key.
// On SQLite a key of two columns would be a second tree beside the rows, or, without row ids, push every row over a
// kilobyte out into a page of its own (4.8 times the bytes, measured with rows of 1.2 KB). There both are one number, and
// the rows of a run are adjacent in the single tree.
import { EngineError } from '@skein/ports';
import { marks } from './script.ts';

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly number[];
}

export interface JournalForm {
  /** The columns of the key, and their values for a row. */
  readonly key: readonly string[];
  readonly keyOf: (place: number, seq: number) => readonly number[];
  /** The number of a row, and the order of rows. */
  readonly seq: string;
  readonly order: string;
  /** Rows after one and up to another one. */
  readonly between: (place: number, after: number, upTo?: number) => Condition;
  readonly among: (place: number, seqs: readonly number[]) => Condition;
  /** A column of the last row of the run whose place the expression gives. */
  readonly last: (column: 'seq' | 'at', place: string) => string;
}

export const twoColumns: JournalForm = {
  key: ['run', 'seq'],
  keyOf: (place, seq) => [place, seq],
  seq: 'seq',
  order: 'seq',
  between: (place, after, upTo) => ({
    sql: `run = ? and seq > ?${upTo === undefined ? '' : ' and seq <= ?'}`,
    parameters: [place, after, ...(upTo === undefined ? [] : [upTo])],
  }),
  among: (place, seqs) => ({
    sql: `run = ? and seq in ${marks(seqs.length)}`,
    parameters: [place, ...seqs],
  }),
  last: (column, place) =>
    `(select j.${column} from skein_journal j where j.run = ${place} order by j.seq desc limit 1)`,
};

/** Rows of one run; with this, 500 million runs fit into the integers that JavaScript represents exactly. */
const span = 2 ** 24;

export const oneNumber: JournalForm = {
  key: ['key'],
  keyOf: (place, seq) => [keyOf(place, seq)],
  seq: `(key & ${span - 1})`,
  order: 'key',
  between: (place, after, upTo = span - 1) => ({
    sql: 'key > ? and key <= ?',
    parameters: [place * span + after, place * span + Math.min(upTo, span - 1)],
  }),
  among: (place, seqs) => ({
    sql: `key in ${marks(seqs.length)}`,
    parameters: seqs.map((seq) => place * span + seq),
  }),
  last: (column, place) =>
    `(select ${column === 'seq' ? `j.key & ${span - 1}` : 'j.at'} from skein_journal j where j.key > ${place} * ${span} and j.key < (${place} + 1) * ${span} order by j.key desc limit 1)`,
};

export function keyOf(place: number, seq: number): number {
  if (seq >= span) {
    throw new EngineError('TOO_LARGE', {
      what: 'The journal of the run',
      limit: `${span - 1} rows`,
    });
  }
  return place * span + seq;
}
