// Runs that outlive the process: SQLite files, through the real command and the library.
import { execFile } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Json } from '@skein/kernel';
import { memoryStore } from '@skein/stores';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { hello, review } from './flows.ts';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const { folder, remove } = folderWith({ 'hello.json': hello, 'review.json': review });
afterAll(remove);
const file = (name: string) => path.join(folder, name);

describe('skein run --store', () => {
  it('[C34] keeps a run that waits, and another process answers it later', async () => {
    const store = `sqlite:${file('kept.db')}`;
    const waiting = await callSkein([
      'run',
      file('review.json'),
      '--store',
      store,
      '--input',
      'cats',
      '--json',
    ]);
    expect(waiting.code).toBe(3);
    const { id, status } = JSON.parse(waiting.stdout) as { id: string; status: string };
    expect(status).toBe('waiting');
    expect(waiting.stderr).toContain(`Run ${id} is stored in ${store}.`);
    const engine = await createEngine({ store });
    try {
      await engine.waits.answer({ run: id, node: 'review' }, { decision: 'approve' });
      expect(await engine.runs.finished(id)).toMatchObject({ output: 'Write about cats' });
    } finally {
      await engine.close();
    }
  });

  it('[C34] takes the address from the environment, and the id of a workflow that is kept', async () => {
    const env = { SKEIN_STORE: `sqlite:${file('environment.db')}` };
    await callSkein(['run', file('hello.json')], { env });
    const byId = await callSkein(['run', 'hello', '--input', '{"name":"again"}'], { env });
    expect(byId).toMatchObject({ code: 0, stdout: '{\n  "text": "Hello, again!"\n}\n' });
    const unknown = await callSkein(['run', 'nothing-here', '--json'], { env });
    expect(unknown.code).toBe(5);
    expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: 'WORKFLOW_NOT_FOUND' } });
  });

  it.each([
    ['an unknown kind', 'papyrus:scroll', 2, 'STORE_URL'],
    ['a folder', `sqlite:${folder}`, 8, 'STORE_UNAVAILABLE'],
  ])('[C34] says what is wrong with %s', async (_what, store, code, problem) => {
    const ended = await callSkein(['run', file('hello.json'), '--store', store, '--json']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: problem } });
    expect(ended.code).toBe(code);
  });

  it('[C34] leaves other runs of the store alone', async () => {
    const store = `sqlite:${file('others.db')}`;
    const engine = await createEngine({
      store,
      functions: { 'time.sleep': () => new Promise<Json>(() => {}) },
    });
    const { id } = await engine.runs.start({
      skein: 1,
      nodes: [{ id: 'sleep', type: 'function', config: { name: 'time.sleep', args: { ms: 1 } } }],
    });
    await engine.close();
    expect(await callSkein(['run', file('hello.json'), '--store', store])).toMatchObject({
      code: 0,
    });
    const next = await createEngine({ store, durable: { recovers: false } });
    expect(await next.runs.get(id)).toMatchObject({ status: 'running', seq: 1 });
    await next.close();
  });

  it('[C35] with --detach a waiting run is left to the store with exit 0', async () => {
    const given = ['run', file('review.json'), '--detach', '--json'];
    const store = `sqlite:${file('detached.db')}`;
    const ended = await callSkein([...given, '--store', store]);
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: 'waiting' });
    const refused = await callSkein(given);
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'USAGE' } });
  });
});

describe('createEngine with a store', () => {
  it('[C36] opens a store by its address, closes it, and continues with what it finds', async () => {
    const store = `sqlite:${file('library.db')}`;
    const first = await createEngine({ store });
    const { id } = await first.runs.start(review as object, { input: 'dogs' });
    await first.runs.settled(id);
    await first.close();
    // A file that was still open would refuse a second engine.
    const second = await createEngine({ store });
    await second.waits.answer({ run: id, node: 'review' }, { decision: 'approve' });
    expect(await second.runs.finished(id)).toMatchObject({ output: 'Write about dogs' });
    await second.close();
  });

  it('[C36] leaves a store open that it was given', async () => {
    const store = memoryStore();
    const engine = await createEngine({ store });
    const { id } = await engine.runs.start(hello as object);
    await engine.runs.finished(id);
    await engine.close();
    expect(await store.runs.get(id)).toMatchObject({ status: 'completed' });
  });
});

describe('an engine over a file that nobody closes', () => {
  const alone = async (body: string): Promise<string> => {
    const url = `sqlite:${file(`alone-${body.length}.db`)}`;
    const script = `import { createEngine } from 'skein';
      const speak = () => { console.log('woken'); };
      const options = { functions: { say: speak }, durable: { residentMax: 0 } };
      const engine = await createEngine({ store: process.argv[1], ...options });
      ${body}`;
    const args = ['--input-type=module', '-e', script, url];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: import.meta.dirname,
    });
    return stdout;
  };

  it('[E35] lets the process end when nothing is left to do', async () => {
    const printed = await alone(`
      const flow = { skein: 1, nodes: [{ id: 'a', type: 'transform', config: { value: 1 } }, { id: 'b', type: 'input' }] };
      const { id } = await engine.runs.start(flow);
      console.log((await engine.runs.settled(id)).status);`);
    expect(printed).toBe('waiting\n');
  });

  it('[E35] keeps the process alive while a run sleeps in the store', async () => {
    const printed = await alone(`
      const delay = { id: 'a', type: 'delay', config: { ms: 6000 } };
      const say = { id: 'b', type: 'function', config: { name: 'say' } };
      const flow = { skein: 1, nodes: [delay, say], edges: [{ from: 'a', to: 'b' }] };
      process.on('exit', () => console.log('exit'));
      await engine.runs.start(flow);`);
    expect(printed).toBe('woken\nexit\n');
  });
});
