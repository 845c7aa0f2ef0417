// Scripts
// A piece of work on the database, written once for all of them: a generator that yields queries and receives their
// rows. SQLite runs it without leaving the tick, so that nothing can interleave; the servers run it with
// a round trip for each query.
export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Query {
  /** With `?` for each parameter, on every database; no text contains another one. */
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export type Script<T> = Generator<Query, T, readonly Row[]>;

export function* ask(sql: string, ...parameters: readonly SqlValue[]): Script<readonly Row[]> {
  return yield { sql, parameters };
}

export function runAtOnce<T>(script: Script<T>, perform: (query: Query) => readonly Row[]): T {
  let step = script.next();
  while (step.done !== true) step = script.next(perform(step.value));
  return step.value;
}

export async function runStepByStep<T>(
  script: Script<T>,
  perform: (query: Query) => Promise<readonly Row[]>,
): Promise<T> {
  let step = script.next();
  while (step.done !== true) step = script.next(await perform(step.value));
  return step.value;
}

/**
 * ` limit 100`. It is part of the text: SQLite plans a statement again whenever a limit parameter is bound, which
 * took two thirds of the time of a short list.
 */
export function limitTo(count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`No limit: ${count}`);
  return ` limit ${count}`;
}

/** `(?, ?, ?)`, for lists and rows. */
export function marks(count: number): string {
  return `(${Array.from({ length: count }, () => '?').join(', ')})`;
}
