import { expect, it } from 'vitest';
import { beginningLine } from '../src/text/value-line.ts';

it('[W3810] the beginning of an input is told by its fields, and as it is when it was cut off or is no object', () => {
  expect(beginningLine('{"name":"Ada","tags":["a",1],"at":null}')).toBe(
    'name: Ada · tags: ["a",1] · at: null',
  );
  expect(beginningLine('Hello\n  world')).toBe('Hello world');
  expect(beginningLine('{"text":"it goes on and o')).toBe('{"text":"it goes on and o');
  expect(beginningLine('[1, 2]')).toBe('[1, 2]');
  expect(beginningLine('')).toBe('');
});
