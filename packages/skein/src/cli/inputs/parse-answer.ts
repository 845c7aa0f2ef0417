import type { Json } from '@skein/kernel';
import { usageError } from '../errors/command-error.ts';
import { parseValue } from './parse-value.ts';

/** One `--answer`, as written and as it may be read. */
export interface GivenAnswer {
  readonly written: string;
  /** JSON leaves one way to split it; in a text any `=` may be the one, so the ids of open waits decide, longest first. */
  readonly readings: readonly { readonly node: string; readonly answer: Json }[];
}

export function parseAnswer(written: string): GivenAnswer {
  const splits = [...written.matchAll(/=/g)].map(({ index }) => ({
    node: written.slice(0, index),
    rest: written.slice(index + 1),
  }));
  if (splits.length === 0) {
    throw usageError(
      `--answer "${written}" has no "=".`,
      'Write the node, "=" and the answer, for example --answer \'review={"decision":"approve"}\'.',
    );
  }
  for (const { node, rest } of splits) {
    const { isJson, value } = parseValue(rest, `The answer for "${node}"`);
    if (isJson) return { written, readings: [{ node, answer: value }] };
  }
  const readings = splits.map(({ node, rest }) => ({ node, answer: rest })).toReversed();
  return { written, readings };
}
