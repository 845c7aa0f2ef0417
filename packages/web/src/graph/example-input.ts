import { isObject, ownValue, type Json } from '@skein/kernel';
import { objectAt } from './own-keys.ts';

/** The input that the template of a workflow was written for: what its first run is tried with. */
export function exampleInput(definition: unknown): Json | undefined {
  // Definitions come as JSON.
  const given = definition as Json | undefined;
  if (given === undefined || !isObject(given)) return undefined;
  return ownValue(objectAt(given, 'studio'), 'example');
}
