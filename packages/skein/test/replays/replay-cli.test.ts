// Goal: a replay on the command line says what it did, and changes what it was told to.
import { afterAll, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith } from '../spawn-skein.ts';

// Commands are processes of their own, which take their time on a busy machine.
const flow = {
  skein: 1,
  id: 'letter',
  nodes: [
    { id: 'draft', type: 'llm', config: { prompt: 'Write about ${trigger}.' } },
    { id: 'edit', type: 'llm', config: { prompt: 'Shorten: ${draft.output}' } },
  ],
  edges: [{ from: 'draft', to: 'edit' }],
};
const script = {
  replies: [
    { when: { node: 'draft', contains: 'poem' }, text: 'Oh tea!' },
    { when: { node: 'draft' }, text: 'Tea is leaves.' },
    { when: { node: 'edit' }, text: 'Tea.' },
  ],
};
const { folder, remove } = folderWith({ 'flow.json': flow, 'script.json': script });
afterAll(remove);
const store = ['--store', 'sqlite:kept.db'];

it('[RP7] prints the divergence, the calls, the cost and the output, as text and as JSON', async () => {
  const at = { cwd: folder };
  const words = [
    'run',
    'flow.json',
    '--input',
    'tea',
    '--script',
    'script.json',
    ...store,
    '--json',
  ];
  const { id } = JSON.parse((await callSkein(words, at)).stdout) as { id: string };
  const replay = ['runs', 'replay', id, '--script', 'script.json', ...store];
  const text = await callSkein([...replay, '--with', 'draft.prompt=Write a poem.'], at);
  expect(text.code).toBe(0);
  expect(text.stdout.split('\n').slice(0, 6)).toEqual([
    '0 calls reused, 2 made; the run is completed.',
    'They diverge at draft#1: Its config.prompt is another one.',
    '  at /config/prompt',
    '    - "Write about tea."',
    '    + "Write a poem."',
    '  made: a model call of draft#1',
  ]);
  expect(text.stdout).toContain('The output is the same.');
  const json = await callSkein(
    [...replay, '--json', '--exit-code', '--with', 'edit.model=gpt-5'],
    at,
  );
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    before: id,
    divergence: { node: 'edit', pointer: '/config/model', after: 'gpt-5' },
    calls: { reused: 1, made: [{ node: 'edit' }] },
  });
  const wrong = await callSkein([...replay, '--json', '--with', 'prompt=Which?'], at);
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'REPLAY_REFUSED' } });
});
