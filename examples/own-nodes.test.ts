// A chat node of one's own, as its readers run it: by the command line with its configuration, without a key.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, recordCassette } from '../packages/skein/src/index.ts';
import { callSkein } from '../packages/skein/test/call-skein.ts';
import { dataflow, tools } from './own-nodes/functions.ts';

const cwd = path.join(import.meta.dirname, 'own-nodes');
const read = (file: string): object =>
  JSON.parse(readFileSync(path.join(cwd, file), 'utf8')) as object;
const question = 'How is the weather in Ghent?';

describe('[DF33] a chat as a function of the host', () => {
  it('runs on the command line with a script, its tools and its configuration', async () => {
    const given = [
      'run',
      'chat.json',
      '--script',
      'chat.script.json',
      '--answer',
      `ask=${question}`,
    ];
    const { code, stdout, stderr } = await callSkein([...given, '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', output: 'It rains in Ghent.' });
  });

  it('takes what the person said from the context when no edge brings a message', async () => {
    const engine = await createEngine({ dataflow, tools });
    const nodes = [
      { id: 'start', nodeType: 'defaultContextStart' },
      { id: 'ask', nodeType: 'userInput' },
      { id: 'reply', nodeType: 'chat' },
    ];
    const edges = [
      { source: 'start', target: 'ask' },
      { source: 'ask', target: 'reply' },
    ];
    const { id } = await engine.runs.start({ nodes, edges });
    await engine.runs.settled(id);
    await engine.waits.answer({ run: id, node: 'ask' }, question);
    // The offline model repeats what it was asked.
    expect((await engine.runs.finished(id)).output).toBe(question);
    await engine.close();
  });

  it('is tested with crashes, by a script and by a cassette', async () => {
    const { code, stdout } = await callSkein(['test', 'chat.test.json', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ passed: 2, failed: 0 });
    expect(code).toBe(0);
  });

  it('streams, and is recorded on a cassette that plays it again', async () => {
    const engine = await createEngine({ dataflow, tools, script: read('chat.script.json') });
    const { id } = await engine.runs.start(read('chat.json'));
    await engine.runs.settled(id);
    const streamed = collectTokens(engine, id);
    await engine.waits.answer({ run: id, node: 'ask' }, question);
    expect((await engine.runs.finished(id)).output).toBe('It rains in Ghent.');
    expect(await streamed).toBe('It rains in Ghent.');
    const { cassette, unknown } = await recordCassette(engine, id);
    await engine.close();
    expect(unknown).toEqual([]);
    const played = await createEngine({ dataflow, cassette });
    const again = await played.runs.start(read('chat.json'));
    await played.runs.settled(again.id);
    await played.waits.answer({ run: again.id, node: 'ask' }, question);
    expect((await played.runs.finished(again.id)).output).toBe('It rains in Ghent.');
    await played.close();
  });
});

async function collectTokens(
  engine: Awaited<ReturnType<typeof createEngine>>,
  run: string,
): Promise<string> {
  const tokens: unknown[] = [];
  for await (const update of engine.runs.events(run))
    if (update.type === 'transient' && update.data['type'] === 'token')
      tokens.push(update.data['text']);
  return tokens.join('');
}
