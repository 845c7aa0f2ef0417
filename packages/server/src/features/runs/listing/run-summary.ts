// What lists show of a run and searches look through
import { isObject, ownValue, textAt, toldInNames, type Json, type JsonObject } from '@skein/api';
import type { RunJson } from '@skein/engine';

export interface RunSummary {
  /** Why it failed, with the names of nodes. */
  readonly error: string | null;
  /** The code of that failure. */
  readonly code: string | null;
  readonly usd: number;
  readonly tokens: number;
  /** The beginning of the input, as text. */
  readonly input: string | null;
  /** Error, input and output as a person would type them, in small letters. */
  readonly text: string;
  /** There was more of it. */
  readonly isCut: boolean;
}

/** Longer texts are looked through in the run itself, which takes longer. */
const textMax = 8000;
const inputMax = 200;

/** `names`: what people call its nodes. */
export function summaryOf(
  run: Pick<RunJson, 'input' | 'output' | 'error' | 'usage'>,
  names: ReadonlyMap<string, string>,
): RunSummary {
  const { usd, inputTokens, outputTokens } = run.usage;
  const error = run.error === null ? null : toldInNames(run.error.message, names);
  const text = `${error === null ? '' : `${error.toLowerCase()}\n`}${searchedText(run)}`;
  return {
    error,
    code: run.error?.code ?? null,
    usd,
    tokens: inputTokens + outputTokens,
    input:
      run.input === null || run.input === undefined ? null : textOf(run.input).slice(0, inputMax),
    text: text.slice(0, textMax),
    isCut: text.length > textMax,
  };
}

/** All that a search finds in a run by itself, in small letters. */
export function searchedText({
  input,
  output,
  error,
}: Pick<RunJson, 'input' | 'output' | 'error'>): string {
  // First why it failed: what is too long for a summary is cut at its end.
  const failure = error === null ? [] : [error.code, error.message];
  return [...failure, input, output].map(textIn).join('\n').toLowerCase();
}

/** As a person would type it: texts without quotes and escapes around them. */
function textIn(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string'
    ? value
    : `${textsIn(value).join('\n')}\n${JSON.stringify(value)}`;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function toStored({ ...summary }: RunSummary): JsonObject {
  return summary;
}

/** Null for what another release has stored in another form: it is made again. */
export function fromStored(stored: Json): RunSummary | null {
  if (!isObject(stored)) return null;
  const [usd, tokens] = [ownValue(stored, 'usd'), ownValue(stored, 'tokens')];
  const [text, isCut] = [textAt(stored, 'text'), ownValue(stored, 'isCut')];
  if (typeof usd !== 'number' || typeof tokens !== 'number') return null;
  if (text === undefined || typeof isCut !== 'boolean') return null;
  const [error, input] = [textAt(stored, 'error') ?? null, textAt(stored, 'input') ?? null];
  const code = textAt(stored, 'code') ?? null;
  // Earlier releases kept neither the codes nor the names.
  if (error !== null && code === null) return null;
  return { error, code, usd, tokens, input, text, isCut };
}
