import type { Json } from '@skein/kernel';

/** What is neither text, list nor object, as JSON has it. */
export function plainValue(given: unknown): Json {
  if (given === undefined || given === null) return null;
  if (typeof given === 'boolean' || (typeof given === 'number' && Number.isFinite(given)))
    return given;
  const what = typeof given === 'number' ? String(given) : `a ${typeof given}`;
  throw new TypeError(`A definition is JSON, and ${what} is not. Make it inside of a step.`);
}
