// The support agent without a model: its cassette answers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createEngine, type Cassette } from 'skein';
import { support, talk } from './2-support.ts';

const file = path.join(import.meta.dirname, '2-support.cassette.json');
const source = path.join(import.meta.dirname, '2-support.ts');

it('[SD310][SD312] the support agent plays from its cassette: a refund that a person made smaller', async () => {
  const cassette = JSON.parse(readFileSync(file, 'utf8')) as Cassette;
  await using engine = await createEngine({ agents: [support], cassette });
  const printed: string[] = [];
  await talk(engine, (text) => printed.push(text));
  expect(printed.join('')).toBe(
    'How can I help?lampI have refunded 25 euros for the lamp. Anything else?',
  );
  const messages = await engine.thread('cust-7', support).messages();
  expect(messages.filter(({ role }) => role === 'tool').at(-1)?.content).toMatchObject({
    arguments: { order: 71, amount: 25 },
    result: 'refunded 25',
  });
});

it('[SD310] it takes at most 60 lines', () => {
  expect(readFileSync(source, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});
