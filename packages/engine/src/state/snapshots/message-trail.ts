// The trail of a conversation
// Where the messages of a context are, for a snapshot: the rows that brought them, in order. So waking a run reads
// nothing of a conversation; code that needs it follows the trail, in one read.
//
// T1. Rows at equal distances are one entry, [first, step, times]. A message that is in no row verbatim (the input of a
//     run can be one) is an entry of its own, packed (Handles H1).
// T2. A conversation is only appended to, and so is its trail: what it says about the first messages never changes.
import { isObject, type Json, type RunEvent } from '@skein/kernel';
import { seqsIn, unpacker } from './handles.ts';

export interface Trail {
  /** How many messages it leads to. */
  readonly count: number;
  readonly entries: readonly Json[];
}

type Stretch = readonly [first: number, step: number, times: number];

export const noTrail: Trail = { count: 0, entries: [] };

/** What a row adds to a conversation, by itself or by the result that it brings. */
export function appendedBy(row: RunEvent): readonly Json[] {
  // A row is JSON; its interface merely lacks an index signature that says so.
  const { context, result } = row as unknown as { readonly [field: string]: Json | undefined };
  const change = isObject(result) ? result['context'] : context;
  const append = isObject(change) ? change['append'] : undefined;
  return Array.isArray(append) ? (append as readonly Json[]) : [];
}

/** Continues with messages of rows that are in memory, by the first message of each. */
export function extendTrail(
  { count, entries }: Trail,
  added: readonly Json[],
  rows: ReadonlyMap<Json, RunEvent>,
  pack: (message: Json) => Json,
): Trail {
  const extended = [...entries];
  for (let i = 0; i < added.length;) {
    const message = added[i] as Json;
    const row = rows.get(message);
    const together = row === undefined ? [] : appendedBy(row);
    if (row !== undefined && together.every((each, k) => each === added[i + k])) {
      addRow(extended, row.seq);
      i += together.length;
    } else {
      extended.push(pack(message));
      i += 1;
    }
  }
  return { count: count + added.length, entries: extended };
}

function addRow(entries: Json[], seq: number): void {
  const last = entries.at(-1);
  if (!isStretch(last)) {
    entries.push([seq, 0, 1]);
    return;
  }
  const [first, step, times] = last;
  if (times === 1) entries[entries.length - 1] = [first, seq - first, 2];
  else if (seq === first + step * times) entries[entries.length - 1] = [first, step, times + 1];
  else entries.push([seq, 0, 1]);
}

/** The rows that have to be read to follow it. */
export function rowsOfTrail({ entries }: Trail): readonly number[] {
  return entries.flatMap((entry) => (isStretch(entry) ? seqsOf(entry) : seqsIn(entry)));
}

/** The messages, from rows that were read. */
export function followTrail({ entries }: Trail, rows: ReadonlyMap<number, RunEvent>): Json[] {
  const unpack = unpacker(rows, new Map());
  return entries.flatMap((entry) => {
    if (!isStretch(entry)) return [unpack(entry)];
    return seqsOf(entry).flatMap((seq) => {
      const row = rows.get(seq);
      if (row === undefined) throw new Error(`Row ${seq}, which brought messages, is missing.`);
      return appendedBy(row);
    });
  });
}

function isStretch(entry: Json | undefined): entry is Json & Stretch {
  return Array.isArray(entry) && typeof (entry as readonly Json[])[0] === 'number';
}

function seqsOf([first, step, times]: Stretch): readonly number[] {
  return Array.from({ length: times }, (_, i) => first + i * step);
}
