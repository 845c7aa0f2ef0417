// Goal: a dataflow on the command line: pause, answer, finish, in its own shape; its mistakes; the way to native and back.
import { drawFlow } from '@skein/testkit';
import type { Json } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { callSkein } from '../../call-skein.ts';
import { folderWith } from '../../spawn-skein.ts';

const talk = drawFlow('u:userInput c:chat', 'u>c u.message>c.message', {
  configs: { u: { prompt: 'Yes?' } },
});
const circle = drawFlow('a:redactor b:redactor', 'a.data>b.data b.data>a.data');
const loop = drawFlow('u:userInput c:chat', 'u>c c>u');

const { folder, remove } = folderWith({
  'talk.json': talk,
  'circle.json': circle,
  'loop.json': loop,
  'script.json': {
    replies: [{ when: { node: 'c', contains: 'Hi' }, text: 'Hello' }],
    otherwise: 'fail',
  },
});
afterAll(remove);

const run = (...given: readonly string[]) => callSkein(given, { cwd: folder });
const shaped = ['--dialect', 'dataflow', '--view', 'dataflow', '--script', 'script.json', '--json'];

describe('on the command line', () => {
  it('[DF28] a question pauses with exit code 3, an answer finishes', async () => {
    const [open, answered] = await Promise.all([
      run('run', 'talk.json', ...shaped),
      run('run', 'talk.json', ...shaped, '--answer', 'u="Hi"'),
    ]);
    expect(open.code).toBe(3);
    expect(JSON.parse(open.stdout)).toMatchObject({
      status: 'waiting',
      nodes: { u: { state: 'paused' }, c: { state: 'pending' } },
      contexts: { main: { messageHistory: [] } },
    });
    expect(answered.code).toBe(0);
    expect(JSON.parse(answered.stdout)).toMatchObject({
      status: 'completed',
      nodes: {
        u: { state: 'completed', outputs: { message: 'Hi' } },
        c: { outputs: { result: 'Hello' } },
      },
      contexts: {
        main: { messageHistory: [{ content: 'Hi' }, { content: 'Hello' }], currentOutput: 'Hello' },
      },
    });
  });

  it('[DF26] a conversation continues round after round, and waits for the next answer', async () => {
    const { code, stdout } = await run(
      'run',
      'loop.json',
      '--view',
      'dataflow',
      '--json',
      '--answer',
      'u=one',
      '--answer',
      'u=two',
    );
    expect(code).toBe(3);
    const view = JSON.parse(stdout) as { contexts: { main: { messageHistory: Json[] } } };
    expect(view.contexts.main.messageHistory).toHaveLength(4);
  });

  it('[DF5] a circle is refused before anything runs', async () => {
    const [checked, ran] = await Promise.all([
      run('validate', 'circle.json'),
      run('run', 'circle.json'),
    ]);
    expect(checked.code).toBe(2);
    expect(checked.stdout + checked.stderr).toContain(
      'Circular dependency detected at node a: a → b → a',
    );
    expect(ran.code).toBe(2);
  });

  it('[DF9] converts to native and back without a change', async () => {
    const native = await run('convert', 'loop.json', '--to', 'native');
    expect(native.code).toBe(0);
    const files = folderWith({ 'native.json': native.stdout });
    const back = await callSkein(['convert', 'native.json', '--to', 'dataflow'], {
      cwd: files.folder,
    });
    files.remove();
    expect(JSON.parse(back.stdout)).toEqual(loop);
  });
});
