import { isObject, type Json } from '@skein/kernel';
import type { ParsedArguments, Tool } from '@skein/ports';
import { checkJsonSchema } from '@skein/dialects';

/** Whether a tool takes these arguments, and in which form. */
export function checkArguments(
  { parameters, parse }: Pick<Tool, 'parameters' | 'parse'>,
  args: Json,
): ParsedArguments {
  if (parse !== undefined) return parse(args);
  if (!isObject(args)) return { ok: false, problems: ['it must be an object'] };
  const checked = checkJsonSchema(parameters, args);
  switch (checked.result) {
    case 'fits':
      return { ok: true, args };
    case 'misfit':
      return { ok: false, problems: checked.problems };
    case 'bad-schema':
      // Nobody could call it otherwise, and the tool checks what it is given. Lists of tools say so (`unchecked`).
      return { ok: true, args };
    case 'too-costly':
      return { ok: false, problems: [`they cannot be checked, because ${checked.message}`] };
  }
}
