import { expect, it } from 'vitest';
import { recognise } from '../src/importing/recognise.ts';

it('[W3816] a definition of Skein with errors is told at once, and nobody is asked what it is', async () => {
  const nodes = [{ id: 'a', type: 'start' }];
  const text = JSON.stringify({ skein: 1, nodes, edges: [{ from: 'a', to: 'b' }] });
  // No server is there: whoever asks one gets a refusal.
  const read = await recognise({ name: 'a.json', text }, new AbortController().signal);
  expect(read).toMatchObject({ is: 'own', dialect: 'native' });
  expect(read.is === 'own' && read.diagnostics.map(({ severity }) => severity)).toContain('error');
});
