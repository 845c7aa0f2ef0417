// Problems of what is remembered across runs. In a run they fail the node that asked.
import { problem } from './problem.ts';

export const memoryProblems = {
  MEMORY_CONFLICT: problem(
    [409, 6],
    (details: { scope: string; key: string; revision: number; wanted: number }) =>
      `"${details.key}" in the scope "${details.scope}" has the revision ${details.revision}, not ${details.wanted}: somebody else has written it.`,
    'Read it again, decide again, and write with the revision that was read.',
  ),
  MEMORY_CONTENDED: problem(
    [503, 6],
    (details: { scope: string; key: string; tries: number }) =>
      `"${details.key}" in the scope "${details.scope}" was written by others in each of ${details.tries} tries.`,
    'Try again later, or spread what is written over several keys.',
  ),
  MEMORY_INVALID: problem(
    [400, 2],
    (details: { complaint: string }) => `This cannot be remembered: ${details.complaint}.`,
    'Keys and scopes are texts of 1 to 200 characters, values are JSON, a time to live is a number of milliseconds above 0.',
  ),
  MEMORY_TOO_LARGE: problem(
    [413, 2],
    (details: { what: string; found: number; max: number }) =>
      `${details.what} would be ${details.found}; at most ${details.max} is allowed.`,
    'Delete what is no longer needed, or give it a time to live.',
  ),
  MEMORY_UNAVAILABLE: problem(
    [501, 8],
    () => 'The store of this engine remembers nothing across runs.',
    'Use one of the stores of Skein, or offer `remembered` in your own.',
  ),
  MEMORY_WRONG_TYPE: problem(
    [409, 2],
    (details: { scope: string; key: string; needed: string }) =>
      `"${details.key}" in the scope "${details.scope}" is not ${details.needed}, so nothing can be added to it.`,
    'Numbers are added to numbers, everything else to lists. Use `set` to replace the value.',
  ),
};
