// Scorers that need nothing but the result
import type { RunJson } from '@skein/engine';
import {
  emptyScope,
  isObject,
  parseWholeExpression,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { Score, Usage } from './evaluation.ts';

/** What a case was given, and what it is expected to give. */
interface GivenCase {
  readonly input: Json;
  readonly expected?: Json | undefined;
  readonly metadata?: JsonObject | undefined;
}

const names = ['input', 'output', 'expected', 'metadata', 'run'] as const;

type ReadCheck =
  | { readonly ok: true; readonly score: (given: GivenCase, run: RunJson) => Json | Score }
  | { readonly ok: false; readonly message: string };

/** An expression over what the case was given and has given. What an output lacks is not there, and so not right. */
export function readCheck(text: string): ReadCheck {
  const read = parseWholeExpression(text, names);
  if (!read.ok) return { ok: false, message: read.message };
  return {
    ok: true,
    score: ({ input, expected = null, metadata = {} }, run) => {
      // A run is JSON.
      const values = [input, run.output, expected, metadata, run as unknown as Json];
      const computed = read.expression.evaluate(emptyScope, values);
      if (computed.ok) return computed.value;
      if (!('failure' in computed)) return 0;
      return { score: 0, metadata: { message: computed.failure.message } };
    },
  };
}

export function scoreUsage(run: RunJson, usage: keyof Usage, max: number): Score {
  const spent = run.usage[usage];
  return { score: spent <= max ? 1 : 0, metadata: { [usage]: spent } };
}

/** A number, a yes or no, or an object with a `score`; null for what is none. */
export function readScore(said: Json | Score): Score | null {
  if (said === null) return { score: null };
  if (typeof said === 'boolean') return { score: said ? 1 : 0 };
  // A score is JSON too.
  const json = said as Json;
  if (isObject(json) && Object.hasOwn(json, 'score')) {
    const { score, name: _, ...more } = json;
    const { metadata = more } = more;
    const inner = readScore(score ?? null);
    return inner === null ? null : { ...inner, metadata };
  }
  return typeof json === 'number' && json >= 0 && json <= 1 ? { score: json } : null;
}
