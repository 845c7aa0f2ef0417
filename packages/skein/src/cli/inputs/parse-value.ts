import { checkJson } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { CommandFailure } from '../errors/command-error.ts';
import { shortPointer } from '../output/short-pointer.ts';

export type ParsedValue =
  | { readonly isJson: true; readonly value: Json }
  | { readonly isJson: false; readonly value: string };

/**
 * What was typed as a value: JSON where it is JSON, else the text itself. JSON that nothing can work with (too deep,
 * numbers beyond all bounds) is refused: passing it on as a text would hide the mistake.
 */
export function parseValue(text: string, what: string): ParsedValue {
  let value: Json;
  try {
    // JSON.parse gives JSON.
    value = JSON.parse(text) as Json;
  } catch {
    return { isJson: false, value: text };
  }
  const [problem] = checkJson(value);
  if (problem === undefined) return { isJson: true, value };
  const { code, pointer, message, hint } = problem;
  const place = pointer === '' ? '' : ` at ${shortPointer(pointer)}`;
  throw new CommandFailure({ code, message: `${what}${place}: ${message}`, hint, exitCode: 2 });
}
