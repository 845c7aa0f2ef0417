import { runId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { expect, it } from 'vitest';
import { GroupCommit } from '../src/groups/group-commit.ts';
import { pendingAppend, type PendingAppend } from '../src/groups/pending-append.ts';

const append = (run: string) =>
  pendingAppend({
    run: runId(run),
    expectedSeq: 0,
    events: [],
    changes: undefined,
    epoch: undefined,
  });

it('[S8] what arrives in one tick, or during a commit, is one commit, and nobody is told of it before', async () => {
  const groups: number[] = [];
  const release: (() => void)[] = [];
  const commit = new GroupCommit(async (group) => {
    groups.push(group.length);
    await new Promise<void>((resolve) => release.push(resolve));
    return group.map(() => undefined);
  });
  let heard = 0;
  const add = async (run: string) => {
    await commit.add(append(run));
    heard += 1;
  };
  const first = Array.from({ length: 200 }, (_, i) => add(`run ${i}`));
  await turn();
  expect(groups).toEqual([200]);
  const second = [add('late'), add('later')];
  await turn();
  expect([groups.length, heard]).toEqual([1, 0]);
  release.shift()?.();
  await Promise.all(first);
  expect(heard).toBe(200);
  await turn();
  release.shift()?.();
  await Promise.all(second);
  expect(groups).toEqual([200, 2]);
});

it('[S2303] groups become as large as a commit that keeps the process busy can be, and grow again', async () => {
  const groups: number[] = [];
  let [now, msEach] = [0, 1];
  const commit = new GroupCommit(
    (group) => {
      groups.push(group.length);
      now += group.length * msEach;
      return group.map(() => undefined);
    },
    () => now,
  );
  const add = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => commit.add(append(`run ${i}`))));
  await add(1200);
  expect(groups).toEqual([1000, 50, 50, 50, 50]);
  msEach = 0.05;
  groups.length = 0;
  await add(1200);
  expect(groups).toEqual([50, 500, 500, 150]);
});

it('[S8] when the database refuses a group, each of its appends is tried alone', async () => {
  const tried: string[] = [];
  const commit = new GroupCommit((group: readonly PendingAppend[]) => {
    tried.push(group.map(({ run }) => run).join('+'));
    if (group.some(({ run }) => run === 'bad'))
      throw new EngineError('STORE_FAILED', { reason: 'bad' });
    return group.map(() => undefined);
  });
  const settled = await Promise.allSettled(['a', 'bad', 'c'].map((run) => commit.add(append(run))));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(tried).toEqual(['a+bad+c', 'a', 'bad', 'c']);
});

it('[S8] when the database is unavailable, a group is not retried one by one', async () => {
  let tries = 0;
  const commit = new GroupCommit(() => {
    tries += 1;
    throw new EngineError('STORE_UNAVAILABLE', { reason: 'away' });
  });
  const settled = await Promise.allSettled(['a', 'b'].map((run) => commit.add(append(run))));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(tries).toBe(1);
  await commit.close();
  await expect(commit.add(append('a'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
