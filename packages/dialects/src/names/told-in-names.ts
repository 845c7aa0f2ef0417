import { referencesIn, referenceWords } from './reference-words.ts';
import { inNames } from './in-names.ts';

/**
 * What a run says, such as why it failed: with the names of nodes, and references as their chips say them. References with a default
 * stay as they are, because they show what to write.
 */
export function toldInNames(sentence: string, names: ReadonlyMap<string, string>): string {
  let told = '';
  let from = 0;
  for (const { from: begin, to, reference } of referencesIn(sentence)) {
    if (reference.default !== undefined) continue;
    told += `${sentence.slice(from, begin)}${referenceWords(reference, names)}`;
    from = to;
  }
  return inNames(told + sentence.slice(from), names);
}
