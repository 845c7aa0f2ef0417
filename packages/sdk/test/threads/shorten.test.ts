import { expect, it } from 'vitest';
import type { ModelMessage } from '@skein/ports';
import { shorten, withinSize } from '../../src/threads/shorten.ts';

function turn(n: number): readonly ModelMessage[] {
  const calls = [{ id: `c${n}`, name: 'find', arguments: {} }];
  return [
    { role: 'user', content: `Question ${n}` },
    { role: 'assistant', content: '', toolCalls: calls },
    { role: 'tool', toolCallId: `c${n}`, name: 'find', content: 'x'.repeat(100) },
    { role: 'assistant', content: `Answer ${n}` },
  ];
}

const three = [1, 2, 3].flatMap(turn);

it('[SD317] what is sent begins with a message of the user, so that no result lacks its call', () => {
  expect(shorten(three, { last: 11 })).toEqual([...turn(2), ...turn(3)]);
  expect(shorten(three, { last: 5 })).toEqual(turn(3));
  expect(shorten(three, { tokens: 10_000 })).toEqual(three);
  expect(shorten(three, { tokens: 100 })).toEqual(turn(3));
});

it('[SD317] the newest turn is sent whole, however little is wanted', () => {
  expect(shorten(three, { last: 1 })).toEqual(turn(3));
  expect(shorten(three, { tokens: 1 })).toEqual(turn(3));
  expect(shorten([], { last: 1 })).toEqual([]);
});

it('[SD321] what is too large to be remembered is left out, and calls keep their results', () => {
  const large = turn(1).map((message) =>
    message.role === 'tool' ? { ...message, content: 'x'.repeat(600_000) } : message,
  );
  const kept = withinSize(large);
  expect(kept.map(({ role }) => role)).toEqual(large.map(({ role }) => role));
  expect(kept[2]).toMatchObject({ toolCallId: 'c1', content: expect.stringMatching(/too long/) });
});
