import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { differencesOf } from '../src/versions/differences.ts';

const flow = (nodes: readonly JsonObject[], edges: readonly JsonObject[] = []): JsonObject => ({
  skein: 1,
  id: 'a',
  name: 'A',
  nodes: [...nodes],
  edges: [...edges],
});
const ask = { id: 'ask', type: 'llm', name: 'Ask it', config: { prompt: 'Say bye.' } };
const send = { id: 'send', type: 'transform', config: { value: 1 } };

it('[W3814] versions differ in steps and edges by their names, and in fields by their titles', () => {
  const older = flow([ask, send], [{ from: 'ask', to: 'send' }]);
  const newer = flow([
    { ...ask, config: { prompt: 'Say bye. Come again.' }, timeoutMs: 90_000 },
    { id: 'wait', type: 'approval', config: { prompt: 'Fine?' } },
  ]);
  expect(differencesOf(older, newer, undefined)).toEqual([
    { how: 'removed', name: 'send', kind: 'Transform', fields: [] },
    { how: 'added', name: 'wait', kind: 'Approval', fields: [] },
    {
      how: 'changed',
      name: 'Ask it',
      kind: 'Model call',
      fields: [
        { label: 'Prompt', before: 'Say bye.', after: 'Say bye. Come again.' },
        { label: 'Timeout', before: '', after: '1 minute 30 seconds' },
      ],
    },
    { how: 'removed', name: 'Ask it → send', kind: 'edge', fields: [] },
  ]);
  expect(differencesOf(older, older, undefined)).toEqual([]);
  expect(differencesOf(older, { skein: 1, nodes: 'none' }, undefined)).toBeNull();
});
