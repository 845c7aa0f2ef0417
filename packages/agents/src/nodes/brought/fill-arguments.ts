import {
  emptyScope,
  parseTemplate,
  resolveTemplate,
  unresolvedNames,
  type Json,
} from '@skein/kernel';
import { failureError } from '../../failure-error.ts';

/** The one name that templates of a brought tool read. */
const argumentNames = ['args'];

/** Puts the arguments of a call into what a tool says; what is missing is left out, or fails where it is all of it. */
export function fillArguments(tool: string, written: Json, args: Json): Json {
  const { template } = parseTemplate(written, { locals: argumentNames });
  const scope = { ...emptyScope, locals: [args], now: () => Date.now() };
  const resolved = resolveTemplate(template, scope);
  if (resolved.ok) return resolved.value;
  const missing = unresolvedNames(resolved.missing, ({ text }) => text).join(', ');
  throw failureError({
    code: 'TOOL_FAILED',
    message:
      resolved.failure?.message ?? `The tool "${tool}" needs ${missing}, which was not given.`,
    retry: 'never',
    data: { tool },
  });
}
