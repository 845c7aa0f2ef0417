import { ThreadPool, type ThreadPoolOptions } from '@skein/ports';
import { afterEach, expect, it } from 'vitest';

const open: ThreadPool[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

function poolOf(options: Partial<ThreadPoolOptions> = {}): ThreadPool {
  const pool = new ThreadPool({
    entry: new URL('echo-thread.mjs', import.meta.url),
    setup: 'given',
    threadsMax: 1,
    waitingMax: 8,
    limitMs: 60_000,
    memoryMb: 512,
    idleMs: 60_000,
    ...options,
  });
  open.push(pool);
  return pool;
}

const about = { user: 'ann', what: 'The job' };

it('[V521] a thread does one job after the other, with what it was given', async () => {
  const pool = poolOf();
  const done = [1, 2, 3].map((n) => pool.run({ n }, about));
  expect(await Promise.all(done)).toEqual([1, 2, 3].map((n) => ({ job: { n }, setup: 'given' })));
  expect(pool.done).toBe(3);
  await expect(pool.run({ type: 'refused' }, about)).rejects.toThrow('no');
});

it('[V521] users take turns, however many jobs one of them has', async () => {
  const pool = poolOf();
  const order: string[] = [];
  const run = async (user: string, name: string) => {
    await pool.run({}, { ...about, user });
    order.push(name);
  };
  const first = run('ann', 'a0');
  await Promise.all([first, run('ann', 'a1'), run('ann', 'a2'), run('bob', 'b1')]);
  expect(order).toEqual(['a0', 'a1', 'b1', 'a2']);
});

it('[V521] only so many jobs wait, of all and of each user; the next one is refused', async () => {
  const pool = poolOf({ waitingMax: 8 });
  const jobs = [pool.run({}, about), pool.run({}, about), pool.run({}, about)];
  expect(() => pool.run({}, about)).toThrow(expect.objectContaining({ code: 'SERVER_BUSY' }));
  for (const user of ['b', 'c', 'd'])
    for (let i = 0; i < 2; i++) jobs.push(pool.run({}, { ...about, user }));
  expect(() => pool.run({}, { ...about, user: 'e' })).toThrow(/no room for another large request/);
  await Promise.all(jobs);
});

it('[V522] a job that never ends is given up with its thread, and the next one is done by another', async () => {
  const pool = poolOf({ limitMs: 200 });
  const endless = pool.run({ type: 'endless' }, about);
  const next = pool.run({ n: 2 }, { ...about, user: 'bob' });
  await expect(endless).rejects.toMatchObject({
    code: 'TOO_COSTLY',
    message: 'The job took more than 0.2 s.',
  });
  expect(await next).toMatchObject({ job: { n: 2 } });
});

it('[V522] a job that takes all memory is given up; so is one with a bug, and the pool goes on', async () => {
  const pool = poolOf({ memoryMb: 32 });
  await expect(pool.run({ type: 'memory' }, about)).rejects.toMatchObject({ code: 'TOO_COSTLY' });
  await expect(pool.run({ type: 'bug' }, about)).rejects.toThrow('a bug');
  expect(await pool.run({ n: 3 }, about)).toMatchObject({ job: { n: 3 } });
});

it('[V522] what still waits when a server stops is refused', async () => {
  const pool = poolOf();
  const jobs = [pool.run({ type: 'endless' }, about), pool.run({}, about)];
  const refused = Promise.allSettled(jobs);
  await pool.close();
  for (const result of await refused)
    expect(result).toMatchObject({ reason: { code: 'SERVER_CLOSING' } });
  expect(() => pool.run({}, about)).toThrow(expect.objectContaining({ code: 'SERVER_CLOSING' }));
});
