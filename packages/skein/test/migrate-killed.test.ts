// Goal: `skein migrate` that is killed in the middle is finished by the next one: every run moves once, under its id, and none
// is lost.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { describe, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { program, skein } from './spawn-skein.ts';
import { storePlaces } from './store-places.ts';

const runs = 60;
const asking = (description: string) => ({
  skein: 1,
  id: 'moving',
  description,
  nodes: [
    { id: 'ask', type: 'input', config: { prompt: 'Go on?' } },
    { id: 'done', type: 'transform', config: { value: description } },
  ],
  edges: [{ from: 'ask', to: 'done' }],
});

describe.each(storePlaces)('skein migrate on $name', { concurrent: true }, ({ open }) => {
  it('[C139] that is killed in the middle is finished by the next one', async ({
    skip,
    expect,
  }) => {
    const place = await open();
    if ('missing' in place) return skip(place.missing);
    const before = await createEngine({ store: place.url });
    await before.workflows.save(asking('first'));
    const ids = await Promise.all(
      Array.from({ length: runs }, async () => {
        const { id } = await before.runs.start('moving');
        await before.runs.settled(id);
        return id;
      }),
    );
    const { version } = await before.workflows.save(asking('second'));
    await before.close();

    const given = ['migrate', '--workflow', 'moving', '--store', place.url, '--json'];
    const child = spawn(process.execPath, [program, ...given], { stdio: 'ignore' });
    const isOver = new Promise((resolve) => child.on('exit', resolve));
    const moved = () =>
      place.count(`select count(*) as n from skein_runs where workflow_version = '${version}'`);
    await expect.poll(moved, { timeout: 60_000, interval: 5 }).toBeGreaterThan(3);
    child.kill('SIGKILL');
    await isOver;
    expect(await moved()).toBeLessThan(runs);

    expect(await skein(given)).toMatchObject({ code: 0 });
    const after = await createEngine({ store: place.url });
    const { items } = await after.runs.list({ workflow: 'moving', limit: 200 });
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(items.map(({ status }) => status)).toEqual(items.map(() => 'waiting'));
    expect(items.map(({ workflow }) => workflow.version)).toEqual(items.map(() => version));
    for (const { id } of items) {
      const types = (await after.runs.journal(id)).map(({ type }) => type);
      expect(types).toEqual(['run.started', 'run.moved']);
    }
    const [one = { id: '' }] = items;
    await after.waits.answer({ run: one.id }, 'yes');
    expect((await after.runs.finished(one.id)).output).toBe('second');
    await after.close();
    await place.drop();
  });
});
