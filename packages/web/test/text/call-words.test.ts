import { expect, it } from 'vitest';
import { callWords } from '../../src/answers/call-words.ts';

it('[W3000] the arguments of a call are one line; other questions have none', () => {
  const args = { customer: 'acme\nLtd', usd: 90, items: ['a'] };
  const data = { tool: 'pay', arguments: args, callId: 'c1', parameters: {} };
  expect(callWords(data)).toBe('customer: acme Ltd · usd: 90 · items: ["a"]');
  expect(callWords({ tool: 'pay', arguments: { text: 'x'.repeat(9000) } }).length).toBe(200);
  for (const other of [null, 'text', { arguments: args }, { tool: 'pay', arguments: 5 }, {}]) {
    expect(callWords(other)).toBe('');
  }
});
