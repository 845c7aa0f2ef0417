import { createHash } from 'node:crypto';

/** The key itself; one that is too long for a store ends with its hash instead. */
export function shortKey(text: string, lengthMax = 200): string {
  if (text.length <= lengthMax) return text;
  const hash = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, lengthMax - hash.length - 1)}#${hash}`;
}
