// Goal: an answer that reached the limit of its length is never silent. Method: one run of each dialect whose model says so.
import type { Json, JsonObject } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { createEngine } from 'skein';
import { describe, expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { agent, graph } from '../dialects/agent-graph-flow.ts';
import { llm, pipeline } from '../dialects/pipeline/run-pipeline.ts';
import { graph as session, step } from '../dialects/session-graph/session-run.ts';
import { folderWith } from '../spawn-skein.ts';

const script = { replies: [{ text: 'It is a lo', finish: 'length' as const, repeat: true }] };

const native = (type: string, config: JsonObject) => ({
  skein: 1,
  nodes: [{ id: 'ask', type, config: { prompt: 'Tell.', ...config } }],
});

const card = (id: string, type: string, data: JsonObject) => ({ id, type, x: 0, y: 0, data });

const asking: readonly (readonly [string, object])[] = [
  ['llm', native('llm', {})],
  ['agent', native('agent', {})],
  ['agent turn by turn', native('agent', { turns: 'one' })],
  ['agent-graph', graph([agent('a')], [])],
  [
    'canvas',
    {
      nodes: [card('s', 'start', {}), card('a', 'agent', { userPrompt: 'Tell.' })],
      connections: [{ source: 's', target: 'a' }],
    },
  ],
  ['dataflow', drawFlow('s:defaultContextStart c:chat', 's>c s.data>c.message')],
  ['pipeline', pipeline(llm(1, 'Tell.'))],
  ['session-graph', session([step('root', 'utils.generate.generate', { user: 'Tell.' })])],
];

async function run(definition: object) {
  const engine = await createEngine({ script });
  try {
    const { id } = await engine.runs.start(definition, { input: 'Hi' });
    const ended = await engine.runs.finished(id);
    const [warning] = ended.warnings ?? [];
    const words = (await engine.runs.explain(id, warning?.node ?? '')).words.join(' ');
    const steps = (await engine.runs.journal(id)).flatMap((event) =>
      event.type === 'step.recorded' ? [event.value as { readonly finish?: Json }] : [],
    );
    return { ended, words, view: await engine.runs.view(id), steps };
  } finally {
    await engine.close();
  }
}

describe('an answer that reached the limit of its length', () => {
  it.each(asking)('[A218] [K131] is a warning of a run: %s', async (_name, definition) => {
    const { ended, words, view, steps } = await run(definition);
    expect(ended.status).toBe('completed');
    expect(ended.warnings).toMatchObject([
      { code: 'ANSWER_CUT', message: expect.stringContaining('Raise "maxOutputTokens"') },
    ]);
    expect(view['warnings']).toEqual(ended.warnings);
    expect(words).toContain('breaks off');
    expect(steps).toMatchObject([{ finish: 'length' }]);
  });

  it('[A218] [K131] is told at the command line, while it runs and later', async () => {
    const { folder, remove } = folderWith({
      'flow.json': native('llm', {}),
      'script.json': script,
    });
    const store = ['--store', 'sqlite:runs.db'];
    const shown = await callSkein(['run', 'flow.json', '--script', 'script.json', ...store], {
      cwd: folder,
    });
    expect(shown.stderr).toContain('ask warning: The answer of');
    const listed = await callSkein(['runs', 'ls', '--json', ...store], { cwd: folder });
    const { items } = JSON.parse(listed.stdout) as { readonly items: readonly { id: string }[] };
    const id = items[0]?.id ?? '';
    const later = await callSkein(['runs', 'show', id, ...store], { cwd: folder });
    expect(later.stdout).toContain('warning at ask: The answer of');
    remove();
  });
});
