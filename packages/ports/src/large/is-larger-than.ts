import type { Json } from '@skein/kernel';

/** Whether a value has more characters as JSON, about; looks at no more than that many. */
export function isLargerThan(value: unknown, characters: number): boolean {
  return leftAfter(value, characters) < 0;
}

/** How many of so many characters a value leaves as JSON, about; negative as soon as there are none left. Nothing here recurses. */
export function leftAfter(value: unknown, characters: number): number {
  let left = characters;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    left -= typeof next === 'string' ? next.length + 3 : 3;
    if (left < 0) return left;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) {
      // Each item has a character at least: a long list is not copied to find out.
      if (next.length > left) return -1;
      // What it holds is looked at in its turn.
      for (const item of next as readonly Json[]) open.push(item);
    } else {
      for (const key in next) {
        left -= key.length + 3;
        if (left < 0) return left;
        // A key of it, with anything in it.
        open.push((next as Record<string, unknown>)[key]);
      }
    }
  }
  return left;
}
