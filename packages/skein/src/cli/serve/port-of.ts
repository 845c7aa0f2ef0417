import { usageError } from '../command-error.ts';
import type { ParsedArguments } from '../parse-arguments.ts';

const portMax = 65_535;

/** The port of --port. */
export function portOf(given: ParsedArguments, usual: string): number {
  const text = given.one('port') ?? usual;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= portMax) return port;
  throw usageError(`--port ${text} is no port.`, `Give a number from 0 to ${portMax}.`);
}
