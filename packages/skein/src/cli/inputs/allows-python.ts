import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { configOf } from './load-config.ts';

/** Whether Python may be kept in imported code: the caller or the configuration says so. */
export function allowsPython(given: ParsedArguments): boolean {
  if (given.has('python')) return true;
  return configOf(given).config.limits?.code?.python === true;
}
