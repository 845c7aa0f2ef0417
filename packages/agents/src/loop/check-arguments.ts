import { isObject, type Json } from '@skein/kernel';
import type { ParsedArguments, Tool } from '@skein/ports';
import { parseJson } from '../argument-schema.ts';

/** Whether a tool takes these arguments, and in which form. */
export function checkArguments(
  { parameters, parse }: Pick<Tool, 'parameters' | 'parse'>,
  args: Json,
): ParsedArguments {
  if (parse !== undefined) return parse(args);
  if (!isObject(args)) return { ok: false, problems: ['it must be an object'] };
  // Nobody could call it otherwise, and the tool checks what it is given. Lists of tools say so (`unchecked`).
  return parseJson(parameters, args, { isForeign: true });
}
