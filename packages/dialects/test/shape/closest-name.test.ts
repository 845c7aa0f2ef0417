import { closestName } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { createSuggester } from '../../src/diagnostics/suggester.ts';

describe('closestName', () => {
  it.each([
    ['jion', 'join'],
    ['promt', 'prompt'],
    ['Join', 'join'],
    ['maxstep', 'maxSteps'],
    ['al', 'all'],
    ['zzz', null],
    ['z', null],
    ['Q', 'q'],
    ['', null],
    ['x'.repeat(100), null],
  ])('[N9] %s → %s', (written, meant) => {
    expect(closestName(written, ['join', 'prompt', 'maxSteps', 'all', 'any', 'q'])).toBe(meant);
  });

  it('[N17] stops searching after a thousand different names', () => {
    const suggest = createSuggester();
    const answers = Array.from({ length: 2000 }, (_, i) =>
      suggest(`join${i}`, ['join', `join${i}x`]),
    );
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1000);
    expect(suggest('join1', ['join', 'join1x'])).toBe('join');
  });
});
