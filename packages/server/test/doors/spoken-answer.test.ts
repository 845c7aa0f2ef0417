// Goal: people answer forms of one field in a chat as they would say it. Method: what they write, and what becomes of it.
import { expect, it } from 'vitest';
import { howToAnswer, spokenAnswer } from '../../src/features/doors/chats/spoken-answer.ts';
import type { AskedWait } from '../../src/features/doors/facts/fact.ts';

const asking = (schema: AskedWait['schema']): AskedWait => ({
  id: 'w',
  kind: 'input',
  node: 'ask',
  prompt: 'How?',
  schema,
});
const field = (schema: object) =>
  asking({ type: 'object', properties: { it: { ...schema } }, required: ['it'] });

it('[V3202] the answer to a form with one field is what its field takes: a number, yes or no, one of the choices', () => {
  const cases = [
    [{ type: 'integer' }, ' 4 ', 4],
    [{ type: 'number' }, '-2.5', -2.5],
    [{ type: 'number' }, 'about 4', 'about 4'],
    [{ type: 'number' }, '', ''],
    [{ type: 'boolean' }, 'Yes', true],
    [{ type: 'boolean' }, 'no', false],
    [{ type: 'boolean' }, 'perhaps', 'perhaps'],
    [{ enum: ['Small', 'Large'] }, 'small', 'Small'],
    [{ enum: [1, 2] }, '2', 2],
    [{ type: 'string' }, '4', '4'],
    [{ type: 'array', items: { type: 'number' } }, '[1,2]', [1, 2]],
  ] as const;
  for (const [schema, said, meant] of cases) {
    expect(spokenAnswer(field(schema), said)).toEqual({ it: meant });
  }
  expect(spokenAnswer(asking({ type: 'integer' }), '4')).toBe(4);
  expect(spokenAnswer(asking({ type: 'string' }), '4')).toBe('4');
  expect(spokenAnswer(field({ type: 'integer' }), '{"it":4}')).toEqual({ it: 4 });
});

it('[V3202] the question says which words there are', () => {
  expect(howToAnswer(field({ enum: ['Small', 'Large'] }))).toBe('How? (it: Small, Large)');
  expect(howToAnswer(field({ type: 'boolean' }))).toBe('How? (it: yes or no)');
  expect(howToAnswer(asking({ type: 'string', enum: ['a', 'b'] }))).toBe('How? (a, b)');
  const two = asking({ type: 'object', properties: { a: {}, b: {} } });
  expect(howToAnswer(two)).toContain('Answer with JSON');
});
