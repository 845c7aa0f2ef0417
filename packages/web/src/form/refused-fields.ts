import type { Complaint } from '../data/problem.ts';

/** By the keys of the fields of a form, as its own mistakes are. What is about the value as a whole has an empty key. */
export function refusedFields(complaints: readonly Complaint[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    complaints.map(({ pointer, message }) => [keysOf(pointer).join('.'), message]),
  );
}

/** All of them in one text, for a field that holds the whole value. */
export function refusedValue(complaints: readonly Complaint[]): string | undefined {
  if (complaints.length === 0) return undefined;
  return complaints
    .map(({ pointer, message }) => [...keysOf(pointer), message].join(': '))
    .join(' ');
}

function keysOf(pointer: string): readonly string[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
