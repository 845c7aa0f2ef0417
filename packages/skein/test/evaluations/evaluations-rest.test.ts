// Goal: what `skein eval` measures is also measured over REST: datasets made of runs, evaluations of real runs with intervals, compared
// case by case. Method: a real server with two users; a script plays the part of a provider.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { serveAssistant, type Loose, type ServedAssistant } from '../building/serve-assistant.ts';

const labels = (id: string, prompt: string) => ({
  skein: 1,
  id,
  name: id,
  nodes: [{ id: 'label', type: 'llm', config: { prompt } }],
  edges: [],
});
const script = {
  replies: [
    { when: { contains: 'charged' }, text: 'billing', repeat: true as const },
    { when: { contains: 'Guess' }, text: 'other', repeat: true as const },
  ],
  otherwise: 'bug',
};

async function finished(server: ServedAssistant, key: string, id: string): Promise<Loose> {
  let found: Loose;
  await expect
    .poll(async () => (found = (await server.ask(key, 'GET', `/evaluations/${id}`)).body).status, {
      timeout: 20_000,
    })
    .toBe('done');
  return found;
}

async function prepared() {
  const server = await serveAssistant({ script });
  const ann = await server.key('ann');
  await server.ask(ann, 'POST', '/workflows', { body: labels('labels', '${trigger.text}') });
  const texts = ['I was charged twice', 'It crashes', 'Wrongly charged'];
  for (const text of texts) {
    const { body } = await server.ask(ann, 'POST', '/workflows/labels/run?wait=30', {
      body: { input: { text } },
    });
    const { status } = await server.ask(ann, 'POST', '/datasets/tickets/cases', {
      body: { id: text, run_id: body.run_id, tags: ['real'] },
    });
    expect(status).toBe(201);
  }
  return { server, ann };
}

const scorers = [
  { name: 'exact', check: 'output == expected' },
  { usage: 'modelCalls', max: 1 },
];

it('[EV2551][V3810] runs become cases, and an evaluation runs and scores each of them', async () => {
  const { server, ann } = await prepared();
  const { items } = (await server.ask(ann, 'GET', '/datasets')).body;
  expect(items).toMatchObject([{ name: 'tickets', cases: 3 }]);
  const cases = (await server.ask(ann, 'GET', '/datasets/tickets/cases')).body.items;
  expect(cases[0]).toMatchObject({ expected: 'billing', input: { text: 'I was charged twice' } });
  const asked = { workflow: 'labels', dataset: 'tickets', scorers };
  const begun = await server.ask(ann, 'POST', '/evaluations', { body: asked });
  expect(begun.status).toBe(201);
  const first = await finished(server, ann, begun.body.id);
  expect(first.report.scorers).toMatchObject([
    { name: 'exact', mean: 1, cases: 3, interval: { high: 1 }, tags: { real: { cases: 3 } } },
    { name: 'modelCalls', mean: 1 },
  ]);
  const [{ trials }] = first.report.cases;
  expect((await server.ask(ann, 'GET', `/runs/${trials[0].run}`)).body.status).toBe('completed');
  const listed = (await server.ask(ann, 'GET', '/runs?details=true&limit=1')).body.items[0];
  expect(listed.details.startedBy).toEqual({ type: 'evaluation', name: null });

  // A worse prompt is compared with it, case by case.
  await server.ask(ann, 'PUT', '/workflows/labels', {
    body: labels('labels', 'Guess: ${trigger.kind|what} it is'),
  });
  const worse = await server.ask(ann, 'POST', '/evaluations', {
    body: { ...asked, baseline: first.id },
  });
  const second = await finished(server, ann, worse.body.id);
  expect(second.report.scorers[0]).toMatchObject({
    mean: 0,
    difference: { cases: 3, mean: -1 },
    worst: [{ score: 0 }, { score: 0 }, { score: 0 }],
  });
});

it('[EV2552] datasets, evaluations and runs of others are not there', async () => {
  const { server, ann } = await prepared();
  const bob = await server.key('bob');
  expect((await server.ask(bob, 'GET', '/datasets')).body.items).toEqual([]);
  const runs = (await server.ask(ann, 'GET', '/runs')).body.items;
  const stolen = { body: { run_id: runs[0].id } };
  expect((await server.ask(bob, 'POST', '/datasets/mine/cases', stolen)).status).toBe(404);
  const asked = { body: { workflow: 'labels', dataset: 'tickets', scorers } };
  expect((await server.ask(bob, 'POST', '/evaluations', asked)).status).toBe(404);
  const bad = { workflow: 'labels', dataset: 'tickets', scorers: [{ check: 'output ==' }] };
  const refused = await server.ask(ann, 'POST', '/evaluations', { body: bad });
  expect(refused.body.error.message).toContain('output ==');
  const begun = await server.ask(ann, 'POST', '/evaluations', asked);
  await finished(server, ann, begun.body.id);
  const place = `/evaluations/${begun.body.id}`;
  expect((await server.ask(bob, 'GET', place)).status).toBe(404);
  expect((await server.ask(bob, 'DELETE', place)).status).toBe(404);
  expect((await server.ask(ann, 'DELETE', place)).status).toBe(204);
  expect((await server.ask(ann, 'DELETE', '/datasets/tickets')).status).toBe(204);
});

it('[EV2553] `skein runs case` adds a run to a file of cases, once', async () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'skein-cases-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const flow = path.join(cwd, 'flow.json');
  const definition = {
    skein: 1,
    id: 'flow',
    nodes: [{ id: 'say', type: 'transform', config: { value: 'Hello ${trigger.name}' } }],
  };
  const { writeFileSync } = await import('node:fs');
  writeFileSync(flow, JSON.stringify(definition));
  const store = ['--store', `sqlite:${path.join(cwd, 's.db')}`];
  const ran = await callSkein(['run', flow, '--input', '{"name":"Ada"}', '--json', ...store], {
    cwd,
  });
  const { id } = JSON.parse(ran.stdout);
  for (const more of [[], ['--expected', '"Hi"', '--tag', 'short']]) {
    const { code } = await callSkein(
      ['runs', 'case', id, '--data', 'cases.jsonl', ...more, ...store],
      { cwd },
    );
    expect(code).toBe(0);
  }
  const lines = readFileSync(path.join(cwd, 'cases.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { id, input: { name: 'Ada' }, expected: 'Hi', tags: ['short'] },
  ]);
});
