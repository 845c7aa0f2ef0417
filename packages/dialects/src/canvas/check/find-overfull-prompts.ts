// A bound on placeholders
// Checked before anything else: a definition above it is refused without being compiled or hashed.
import type { Finding } from '../../diagnostics/finding.ts';
import { filledKeys } from '../shape/canvas-nodes.ts';
import { previousPlaceholder, textOr, type Canvas } from '../read/read-canvas.ts';

/** Each takes space in every rendered prompt; nobody writes so many by hand. */
const placeholdersMax = 10_000;

export function findOverfullPrompts({ nodes }: Canvas): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { index, type, data } of nodes) {
    for (const key of type === null ? [] : filledKeys(type)) {
      if (!hasMore(textOr(data, key, ''), placeholdersMax)) continue;
      findings.push({
        path: ['nodes', index, 'data', key],
        code: 'TOO_MANY_PLACEHOLDERS',
        severity: 'error',
        message: `A prompt may hold ${previousPlaceholder} up to ${placeholdersMax} times, but this one holds it more often.`,
        hint: 'Once is enough for a model: shorten the prompt.',
      });
    }
  }
  return findings;
}

function hasMore(prompt: string, max: number): boolean {
  let count = 0;
  let at = prompt.indexOf(previousPlaceholder);
  while (at !== -1 && count <= max) {
    count++;
    at = prompt.indexOf(previousPlaceholder, at + previousPlaceholder.length);
  }
  return count > max;
}
