import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serve, type Serving } from './serving.ts';

const pipeline = {
  name: 'Mails',
  description: '',
  is_active: true,
  trigger: null,
  steps: [
    { uuid: 's1', name: 'One', type: 'custom_llm', model: 'm', system_prompt: '\nSum up.\nWell.' },
    { uuid: 's2', name: 'Two', type: 'stop_checker', stop_conditions: [] },
  ],
};

/** The workflow, once its first step has a summary that fits. */
async function summed({ send }: Serving, id: string, fits: (text: unknown) => boolean) {
  for (;;) {
    const found = await send('GET', `/api/v1/workflows/${id}`);
    if (fits(found.body.steps[0].generated_summary)) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('[V77] a summary is made in the background, for what the prompt says now, and is not a change of the workflow', async () => {
  const serving = await serve();
  const { send } = serving;
  const made = await send('POST', '/api/v1/workflows', { body: pipeline });
  const { id } = made.body;
  const first = await summed(serving, id, (text) => text === 'Sum up.');
  expect(first.headers.get('etag')).toBe(made.headers.get('etag'));
  expect(first.body.steps[1].generated_summary).toBeUndefined();
  const { uuid } = first.body.steps[0];
  const rows = await send('GET', `/api/v1/steps/${uuid}`);
  expect(rows.body.generated_summary).toBe('Sum up.');
  // A save from the version before the summary is no conflict, and cannot make one up.
  const steps = [{ ...first.body.steps[0], generated_summary: 'Made up.', name: 'Uno' }];
  const body = { ...first.body.definition, steps };
  const headers = { 'if-match': made.headers.get('etag') ?? '' };
  const put = await send('PUT', `/api/v1/workflows/${id}`, { body, headers });
  expect([put.status, put.body.steps[0].generated_summary]).toEqual([200, 'Sum up.']);
  const changed = await send('PUT', `/api/v1/steps/${uuid}`, {
    body: { system_prompt: 'Label <<trigger_output>>.' },
  });
  expect(changed.body.generated_summary ?? null).toBeNull();
  await summed(serving, id, (text) => text === 'Label <<trigger_output>>.');
  const alone = await send('POST', '/api/v1/steps', {
    body: { type: 'custom_llm', name: 'Alone', system_prompt: 'By itself.' },
  });
  const own = async () => (await send('GET', `/api/v1/steps/${alone.body.uuid}`)).body;
  while ((await own()).generated_summary !== 'By itself.') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

it('[V77] a summary that cannot be made stops nothing, and is made by the next server', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-summaries-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { promise: failed, resolve: onBug } = Promise.withResolvers<unknown>();
  const summarise = () => Promise.reject(new Error('no model'));
  const first = await serve({ folder, summarise, onBug });
  const made = await first.send('POST', '/api/v1/workflows', { body: pipeline });
  expect(made.status).toBe(201);
  expect(await failed).toMatchObject({ message: 'no model' });
  await first.close();
  const next = await serve({ folder, summarise: async ({ prompt }) => `About ${prompt.length}.` });
  const found = await summed(next, made.body.id, (text) => typeof text === 'string');
  expect(found.body.steps[0].generated_summary).toBe('About 14.');
});
