import { usageError } from '../errors/command-error.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';

const portMax = 65_535;

/** The port of --port. */
export function portOf(given: ParsedArguments, usual: string): number {
  return readPort('--port ', given.one('port') ?? usual);
}

/** `name` is what stands before it where it was written. */
export function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= portMax) return port;
  throw usageError(`${name}${text} is not a port.`, `Give a number from 0 to ${portMax}.`);
}
