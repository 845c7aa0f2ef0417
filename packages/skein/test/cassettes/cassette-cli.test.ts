// Goal: a run recorded on the command line is played there without script, key or network.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cassetteSchema } from '@skein/agents';
import { afterAll, expect, it } from 'vitest';
import schema from '../../skein.cassette.schema.json' with { type: 'json' };
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

// Commands are processes of their own, which take their time on a busy machine.
const flow = {
  skein: 1,
  id: 'letter',
  nodes: [
    { id: 'draft', type: 'llm', config: { prompt: 'Write about ${trigger.topic}.' } },
    { id: 'edit', type: 'llm', config: { prompt: 'Shorten: ${draft.output}' } },
  ],
  edges: [{ from: 'draft', to: 'edit' }],
};
const script = {
  replies: [
    { when: { node: 'draft' }, text: 'Tea is leaves.' },
    { when: { node: 'edit' }, text: 'Tea.' },
  ],
  otherwise: 'fail',
};
const { folder, remove } = folderWith({ 'flow.json': flow, 'script.json': script });
afterAll(remove);
const at = { cwd: folder };
const input = ['--input', '{"topic":"tea"}'];
const file = (name: string) => readFileSync(path.join(folder, name), 'utf8');

it('[C83] --record writes a cassette, --cassette plays it, and what is not on it is named', async () => {
  const recorded = await callSkein(
    ['run', 'flow.json', ...input, '--script', 'script.json', '--record', 'tea.json'],
    at,
  );
  expect(recorded).toMatchObject({ code: 0, stdout: 'Tea.\n' });
  expect(recorded.stderr).toContain('2 calls recorded in tea.json.');
  const played = await callSkein(['run', 'flow.json', ...input, '--cassette', 'tea.json'], at);
  expect(played).toMatchObject({ code: 0, stdout: 'Tea.\n' });
  const other = ['run', 'flow.json', '--input', '{"topic":"rice"}', '--cassette', 'tea.json'];
  const missed = await callSkein(other, at);
  expect(missed.code).toBe(1);
  expect(missed.stderr).toContain(
    'first differs at /messages/0/content: recorded "Write about tea.", asked "Write about rice."',
  );
  const live = await callSkein([...other, '--missing', 'live'], at);
  expect(live).toMatchObject({ code: 0, stdout: 'Shorten: Write about rice.\n' });
});

it('[C83] runs record makes one from a run that is kept, on stdout or in a file', async () => {
  const store = ['--store', 'sqlite:kept.db'];
  const words = ['run', 'flow.json', ...input, '--script', 'script.json', ...store, '--json'];
  const { id } = JSON.parse((await callSkein(words, at)).stdout) as { id: string };
  const shown = await callSkein(['runs', 'record', id, ...store], at);
  expect(JSON.parse(shown.stdout)).toMatchObject({ cassette: 2, run: { id }, calls: [{}, {}] });
  const wrote = await callSkein(
    ['runs', 'record', id, '--to', 'kept.json', '--json', ...store],
    at,
  );
  expect(JSON.parse(wrote.stdout)).toEqual({ file: 'kept.json', run: id, calls: 2 });
  expect(JSON.parse(file('kept.json'))).toEqual(JSON.parse(shown.stdout));
  const none = await callSkein(['runs', 'record', 'nobody', '--json', ...store], at);
  expect(none.code).toBe(5);
});

it('[C83] one that was edited by hand is checked', async () => {
  const { folder: other, remove: gone } = folderWith({
    'flow.json': flow,
    'bad.json': { cassette: 1, calls: [{ node: 'draft' }] },
  });
  const refused = await callSkein(['run', 'flow.json', '--cassette', 'bad.json', '--json'], {
    cwd: other,
  });
  gone();
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'CASSETTE_INVALID' } });
});

it('[CS6] the schema that ships is the one by which cassettes are checked', () => {
  expect(schema).toEqual(JSON.parse(JSON.stringify(cassetteSchema)));
});
