import { expect, it } from 'vitest';
import { serve } from './serving.ts';

const machine =
  'StartAt: A\nStates:\n  A: { Type: Task, Resource: "arn:aws:lambda:eu:1:function:F", End: true }\n';
const preview = '/api/v1/workflows/import/preview';

it('[V1350] a file of another product is shown with what is left to do, and saved by a second request', async () => {
  const { send } = await serve();
  const shown = await send('POST', preview, { body: { text: machine, name: 'charge.yml' } });
  expect(shown).toMatchObject({
    status: 200,
    body: {
      format: 'asl',
      definition: { skein: 1, name: 'charge' },
      losses: [{ kind: 'binding', node: 'A', native: 'a', pointer: '/States/A' }],
      bindings: [{ tool: 'lambda-F', nodes: ['A'] }],
      secrets: [],
    },
  });
  expect((await send('GET', '/api/v1/workflows')).body.items).toEqual([]);
  const saved = await send('POST', '/api/v1/workflows/import', { body: shown.body.definition });
  expect(saved).toMatchObject({ status: 201, body: { name: 'charge' } });
});

it('[V1350] what cannot be read, or is not known, is refused with place and cure', async () => {
  const { send } = await serve();
  const cut = await send('POST', preview, { body: { text: 'StartAt: [A', name: 'cut.yml' } });
  expect(cut).toMatchObject({ status: 422 });
  expect(JSON.stringify(cut.body)).toContain('BAD_YAML');
  const other = await send('POST', preview, { body: { text: '{"a":1}' } });
  expect(other).toMatchObject({ status: 422, body: { error: { code: 'IMPORT_UNKNOWN' } } });
  const named = await send('POST', preview, { body: { text: machine, format: 'n8n' } });
  expect(named).toMatchObject({ status: 422, body: { error: { code: 'IMPORT_UNKNOWN' } } });
  expect((await send('GET', '/api/v1/workflows')).body.items).toEqual([]);
});
