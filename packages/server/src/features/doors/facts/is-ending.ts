import type { Ending, PlacedFact } from './fact.ts';

export function isEnding(fact: PlacedFact | Ending): fact is Ending {
  return fact.type === 'paused' || fact.type === 'finished';
}
