// Runs that are kept, through the real command: inspected, continued, moved, killed.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { hello, review, threeApprovals } from './flows.ts';
import { callSkein } from './call-skein.ts';
import { folderWith, skein, type Ended } from './spawn-skein.ts';

/** Two model calls with a second between them. */
const slowPair: Json = {
  skein: 1,
  id: 'pair',
  nodes: [
    { id: 'first', type: 'llm', config: { prompt: 'one' } },
    { id: 'sleep', type: 'function', config: { name: 'time.sleep', args: { ms: 1500 } } },
    { id: 'second', type: 'llm', config: { prompt: 'two after ${first.output}' } },
  ],
  edges: [
    { from: 'first', to: 'sleep' },
    { from: 'sleep', to: 'second' },
  ],
};
const flaky: Json = {
  skein: 1,
  id: 'flaky',
  policy: { onError: 'continue' },
  nodes: [
    { id: 'try', type: 'llm', config: { prompt: 'x' } },
    { id: 'review', type: 'approval', config: { prompt: 'Fine?' } },
  ],
};
const longer: Json = {
  ...(review as JsonObject),
  nodes: [
    ...((review as JsonObject)['nodes'] as readonly Json[]),
    { id: 'shout', type: 'transform', config: { value: 'PUBLISHED ${publish.output}' } },
  ],
  edges: [
    ...((review as JsonObject)['edges'] as readonly Json[]),
    { from: 'publish', to: 'shout' },
  ],
};

const { folder, remove } = folderWith({
  'hello.json': hello,
  'review.json': review,
  'three.json': threeApprovals,
  'longer.json': longer,
  'pair.json': slowPair,
  'flaky.json': flaky,
  'first.json': {
    replies: [{ when: { node: 'first' }, text: 'from the first' }],
    otherwise: 'fail',
  },
  'second.json': {
    replies: [{ when: { node: 'second' }, text: 'from the second' }],
    otherwise: 'fail',
  },
  'fail.json': { replies: [], otherwise: 'fail' },
});
afterAll(remove);
const file = (name: string) => path.join(folder, name);

function kept(name: string) {
  const env = { SKEIN_STORE: `sqlite:${file(name)}` };
  const run = (given: readonly string[]) => callSkein(given, { env });
  const json = async (given: readonly string[]) => jsonOf(await run([...given, '--json']));
  return { env, run, json };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function jsonOf({ stdout }: Ended): JsonObject {
  const parsed = JSON.parse(stdout) as Json;
  if (!isObject(parsed)) throw new Error(`Not an object: ${stdout}`);
  return parsed;
}

describe('looking at runs', () => {
  it('[C37] lists, shows, explains and compares them', async () => {
    const { run, json } = kept('look.db');
    const { id } = await json(['run', file('review.json'), '--input', 'cats', '--detach']);
    const { id: other } = await json(['run', file('hello.json')]);
    expect(await json(['runs', 'ls'])).toMatchObject({ items: [{ id: other }, { id }] });
    const waiting = await run(['runs', 'ls', '--status', 'waiting']);
    expect(waiting.stdout.trim().split('\n')).toEqual([expect.stringContaining(textOf(id))]);
    expect(await json(['runs', 'ls', '--q', 'HELLO'])).toMatchObject({ items: [{ id: other }] });
    expect(await json(['runs', 'show', textOf(id)])).toMatchObject({ id, status: 'waiting' });
    const shown = await run(['runs', 'show', textOf(id)]);
    expect(shown.stdout).toContain('review: waiting');
    expect(shown.stderr).toMatch(
      new RegExp(`skein runs answer ${textOf(id)} --store sqlite:\\S+look\\.db 'review=`, 'u'),
    );
    const rows = await run(['runs', 'show', textOf(id), '--journal']);
    expect(rows.stdout.trim().split('\n')).toHaveLength(3);
    expect((await run(['runs', 'explain', textOf(id), 'publish'])).stdout).toContain('publish');
    const explained = (await run(['runs', 'explain', textOf(id)])).stdout.trim().split('\n');
    const { nodes = {} } = await json(['runs', 'show', textOf(id)]);
    expect(explained).toEqual(
      Object.keys(nodes ?? {}).map((node) => expect.stringContaining(node) as string),
    );
    expect(await run(['runs', 'diff', textOf(id), textOf(id)])).toMatchObject({ code: 0 });
    const differ = ['runs', 'diff', textOf(id), textOf(other), '--exit-code'];
    expect(await run(differ)).toMatchObject({ code: 1, stdout: expect.stringContaining('status') });
  });

  it('[C340] a run that failed says how to continue it', async () => {
    const { run } = kept('failed.db');
    const failed = await run(['run', file('pair.json'), '--script', file('second.json')]);
    expect(failed.code).toBe(1);
    const command = /skein (runs resume \S+ --store \S+failed\.db)/u.exec(failed.stderr)?.[1] ?? '';
    const again = [...command.split(' '), '--script', file('first.json')];
    expect((await run(again)).stderr).toContain('first completed');
  });

  it('[C37] says what is missing', async () => {
    const { run } = kept('missing.db');
    expect(await run(['runs', 'show', 'nothing', '--json'])).toMatchObject({ code: 5 });
    expect(await run(['runs', 'ls', '--limit', '0'])).toMatchObject({ code: 2 });
    const nowhere = await callSkein(['runs', 'ls', '--json'], { env: { SKEIN_STORE: '' } });
    expect(nowhere.code).toBe(2);
    expect(jsonOf(nowhere)).toMatchObject({ error: { hint: expect.stringContaining('--store') } });
    const unknown = await run(['runs', 'shwo']);
    expect(unknown.stderr).toContain('Did you mean `skein runs show`?');
    expect((await run(['help', 'runs', 'fork'])).stdout).toContain('--from');
  });
});

describe('bringing runs on', () => {
  it('[C10] of several answers, says which were taken before one was refused', async () => {
    const { run, json } = kept('several.db');
    const { id } = await json(['run', file('three.json'), '--detach']);
    const given = ['a=yes', 'b=perhaps', 'c=yes'];
    const refused = await run(['runs', 'answer', textOf(id), ...given]);
    expect(refused.code).toBe(2);
    const told = `taken    a=yes\nnot used b=perhaps\nnot used c=yes\n\`skein runs tail ${textOf(id)}\` continues the run.\nerror ANSWER_REFUSED`;
    expect(refused.stderr).toContain(told);
  });

  it('[C440] a key that started something else is refused, and names its run', async () => {
    const { run, json } = kept('keys.db');
    const given = ['--key', 'k', '--detach', '--input'];
    const { id } = await json(['run', file('review.json'), ...given, '{"topic":"tea"}']);
    expect(await json(['run', file('review.json'), ...given, '{"topic": "tea"}'])).toMatchObject({
      id,
    });
    for (const args of [
      ['run', file('review.json'), ...given, '{"topic":"coffee"}'],
      ['run', file('three.json'), ...given, '{"topic":"tea"}'],
    ]) {
      const refused = await run(args);
      expect(refused.code).toBe(6);
      expect(refused.stderr).toContain(`START_REPEATED`);
      expect(refused.stderr).toContain(textOf(id));
    }
  });

  it('[C38] answers, forks and cancels', async () => {
    const { run, json } = kept('on.db');
    const { id } = await json(['run', file('review.json'), '--input', 'cats', '--detach']);
    const run1 = textOf(id);
    const refused = await run(['runs', 'answer', run1, 'review=perhaps', '--json']);
    expect(refused.code).toBe(2);
    expect(jsonOf(refused)).toMatchObject({ error: { code: 'ANSWER_REFUSED' } });
    expect(await run(['runs', 'answer', run1, 'draft=1'])).toMatchObject({ code: 5 });
    const done = await run(['runs', 'answer', run1, 'review={"decision":"approve"}']);
    expect(done).toMatchObject({ code: 0, stdout: 'Write about cats\n' });
    expect(await run(['runs', 'answer', run1, 'review=yes'])).toMatchObject({ code: 6 });
    const forked = await run(['runs', 'fork', run1, '--change', 'draft=Better', '--json']);
    expect(forked.code).toBe(3);
    expect(forked.stderr).toContain('wait.answered of review#1): its inputs are other ones');
    const fork = jsonOf(forked);
    expect(fork).toMatchObject({ status: 'waiting', outputs: { draft: [{ value: 'Better' }] } });
    expect(await run(['runs', 'cancel', textOf(fork['id'])])).toMatchObject({ code: 0 });
    expect(await run(['runs', 'tail', textOf(fork['id'])])).toMatchObject({ code: 1 });
    expect(await run(['runs', 'cancel', run1])).toMatchObject({ code: 6 });
  });

  it('[C38] tries a failed node again', async () => {
    const { run, json } = kept('retry.db');
    const { id } = await json(['run', file('flaky.json'), '--script', file('fail.json')]);
    const again = await json(['runs', 'retry', textOf(id), 'try']);
    expect(again).toMatchObject({ nodes: { try: { status: 'completed' } } });
    expect(await run(['runs', 'retry', textOf(id), 'try'])).toMatchObject({ code: 6 });
  });

  it('[C39] moves a run to another store', async () => {
    const from = kept('from.db');
    const { id } = await from.json(['run', file('review.json'), '--input', 'cats', '--detach']);
    const bundle = file('bundle.json');
    await from.run(['runs', 'export', textOf(id), '--out', bundle]);
    const to = kept('to.db');
    expect(await to.json(['runs', 'import', bundle])).toEqual({ id, runs: [id] });
    expect(await to.run(['runs', 'import', bundle])).toMatchObject({ code: 6 });
    const { id: copy } = await to.json(['runs', 'import', bundle, '--new-ids']);
    for (const each of [id, copy]) {
      const answered = await to.run(['runs', 'answer', textOf(each), 'review=yes']);
      expect(answered).toMatchObject({ code: 0, stdout: 'Write about cats\n' });
    }
    expect(await to.run(['runs', 'import', file('review.json')])).toMatchObject({ code: 2 });
  });

  it('[C3000] a report with runs that stay says how more of them can move', async () => {
    const { run, json } = kept('stays.db');
    const flow = (prompt: string) => {
      const nodes = [
        { id: 'write', type: 'llm', config: { prompt } },
        { id: 'review', type: 'approval', config: { prompt: 'Fine?' } },
      ];
      const path = file(`stays-${prompt}.json`);
      const edges = [{ from: 'write', to: 'review' }];
      writeFileSync(path, JSON.stringify({ skein: 1, id: 'stays', nodes, edges }));
      return path;
    };
    await json(['run', flow('one'), '--detach']);
    await json(['run', flow('two'), '--detach']);
    const migrate = ['migrate', '--workflow', 'stays', '--dry-run'];
    const strict = await run(migrate);
    expect(strict).toMatchObject({ code: 0, stdout: expect.stringContaining('stays: write:') });
    expect(strict.stderr).toContain('With --recorded keep');
    const lenient = await run([...migrate, '--recorded', 'keep']);
    expect(lenient).toMatchObject({ code: 0, stdout: expect.stringContaining('can move') });
    expect(lenient.stderr).not.toContain('With --recorded keep');
  });

  it('[C40] migrates waiting runs, looks at the store, and simulates', async () => {
    const { run, json } = kept('operate.db');
    const { id } = await json(['run', file('review.json'), '--input', 'cats', '--detach']);
    await json(['run', file('longer.json'), '--detach']);
    const migrate = ['migrate', '--workflow', 'review-flow'];
    expect(await json([...migrate, '--dry-run'])).toMatchObject({
      runs: [{ run: id, canMove: true }],
    });
    expect(await json(migrate)).toMatchObject({ runs: [{ run: id, isMoved: true }] });
    const answered = await run(['runs', 'answer', textOf(id), 'review=yes']);
    expect(answered.stdout).toBe('PUBLISHED Write about cats\n');
    expect(await run(['migrate'])).toMatchObject({ code: 2 });
    expect(await json(['doctor'])).toMatchObject({ healthy: true, kind: 'sqlite' });
    expect(await json(['doctor', '--rebuild-projections'])).toMatchObject({ rebuilt: { rows: 0 } });
    const simulate = ['sim', file('review.json'), '--seeds', '4'];
    const first = await json(simulate);
    expect(first).toMatchObject({ seeds: 4, failures: [] });
    expect(await json(simulate)).toEqual(first);
    expect(await run(['sim', file('review.json'), '--seeds', 'x'])).toMatchObject({ code: 2 });
  });
});

describe('kill -9', () => {
  it.each([
    [
      'the same key',
      () => ['run', file('pair.json'), '--key', 'k', '--script', file('second.json')],
    ],
    ['runs tail', (id: string) => ['runs', 'tail', id, '--script', file('second.json')]],
  ])('[C41] in the middle of a run, then %s: it goes on', async (name, again) => {
    const { env, run } = kept(`killed-${name.replaceAll(' ', '-')}.db`);
    let isKilled = false;
    const given = ['run', file('pair.json'), '--key', 'k', '--script', file('first.json')];
    const killed = await skein(given, {
      env,
      onStderr: (text, child) => {
        if (isKilled || !text.includes('sleep started')) return;
        isKilled = child.kill('SIGKILL');
      },
    });
    expect(killed.code).toBeNull();
    const id = /Run (\S+) is stored/.exec(killed.stderr)?.[1] ?? '';
    // The script of the second process would fail the first call, had it to be made again.
    const ended = await run([...again(id), '--json']);
    expect(ended.code).toBe(0);
    const done = { id, status: 'completed', output: 'from the second' };
    // A stream of lines has the run in the last one.
    const last = ended.stdout.trim().split('\n').at(-1) ?? '';
    const shown = name === 'runs tail' ? jsonOf({ ...ended, stdout: last })['run'] : jsonOf(ended);
    expect(shown).toMatchObject(done);
  });
});
