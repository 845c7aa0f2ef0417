import { isObject, type Json } from '@skein/kernel';
import type { NodeIo, ParsedArguments, Tool } from '@skein/ports';
import { parseJson } from '../argument-schema.ts';

type CheckingTool = Pick<Tool, 'parameters' | 'parse' | 'asChecked'>;

/** Before they are checked in a run: large ones are looked at elsewhere, unless code checks them. */
export function checkArgumentsAhead(
  { parameters, parse, asChecked = asGiven }: CheckingTool,
  args: Json,
  { checkAhead }: Pick<NodeIo, 'checkAhead'>,
): Promise<void> | undefined {
  return parse === undefined ? checkAhead?.(parameters, asChecked(args)) : undefined;
}

/** Whether a tool takes these arguments, and in which form. */
export function checkArguments(
  { parameters, parse, asChecked = asGiven }: CheckingTool,
  args: Json,
): ParsedArguments {
  if (parse !== undefined) return parse(args);
  if (!isObject(args)) return { ok: false, problems: ['it must be an object'] };
  // Nobody could call it otherwise, and the tool checks what it is given. Lists of tools say so (`unchecked`).
  const parsed = parseJson(parameters, asChecked(args), { isForeign: true });
  return parsed.ok ? { ok: true, args } : parsed;
}

function asGiven(args: Json): Json {
  return args;
}
