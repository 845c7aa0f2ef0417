import { describe, expect, it } from 'vitest';
import { withSteps } from './draw-steps.ts';
import { readSource } from './repository.ts';

describe('docs/data.md', () => {
  it('has the steps that the kernel runs', () => {
    const page = readSource('docs/data.md');
    // `npm run refresh` writes them.
    expect(page.text).toBe(withSteps(page));
  });
});
