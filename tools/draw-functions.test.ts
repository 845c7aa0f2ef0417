import { describe, expect, it } from 'vitest';
import { withFunctions } from './draw-functions.ts';
import { readSource } from './repository.ts';

describe('docs/expressions.md', () => {
  it('has the table of functions that the kernel calls', () => {
    const page = readSource('docs/expressions.md');
    // `npm run refresh` writes it.
    expect(page.text).toBe(withFunctions(page));
  });
});
