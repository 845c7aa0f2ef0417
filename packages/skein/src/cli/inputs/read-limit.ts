import { usageError } from '../errors/command-error.ts';

/** How many rows a list shows at most. */
export function readLimit(written = '50'): number {
  const limit = Number(written);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit;
  throw usageError(`--limit cannot be "${written}".`, 'Give a whole number from 1 to 1000.');
}
