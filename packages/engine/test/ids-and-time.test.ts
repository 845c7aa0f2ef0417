import { virtualClock } from '@skein/simulation';
import { countedIds } from '../src/adapters/counted-ids.ts';
import { systemClock } from '../src/adapters/system-clock.ts';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{7}00000$/;

it('[E31] ids are UUIDs of version 7, in order, and leave 20 bits to the kernel', () => {
  const ids = countedIds();
  const made = Array.from({ length: 20_000 }, () => ids.next());
  expect(made.every((id) => pattern.test(id))).toBe(true);
  expect(new Set(made).size).toBe(made.length);
});

it('[E31] an id is not older than a second when it is given out', () => {
  let now = Date.now();
  const ids = countedIds(() => now);
  const first = ids.next();
  now += 5000;
  const later = Array.from({ length: 64 }, () => ids.next());
  expect(later.at(-1)?.slice(0, 28)).not.toBe(first.slice(0, 28));
});

it('[E32] the system clock fires no timer before its time and takes long ones', async () => {
  const at = Date.now() + 5;
  await new Promise<void>((resolve) => {
    systemClock.setTimer(at, resolve);
  });
  expect(Date.now()).toBeGreaterThanOrEqual(at);
  const cancel = systemClock.setTimer(Date.now() + 2 ** 40, () => expect.unreachable());
  cancel();
});

it('[E32] the virtual clock fires in the order of time, then of setting', async () => {
  const clock = virtualClock();
  const fired: string[] = [];
  const start = clock.now();
  clock.setTimer(start + 20, () => fired.push('late'));
  clock.setTimer(start + 10, () => fired.push('first'));
  clock.setTimer(start + 10, () => {
    fired.push('second');
    clock.setTimer(start + 15, () => fired.push('between'));
  });
  const cancel = clock.setTimer(start + 12, () => fired.push('never'));
  cancel();
  expect(clock.nextAt).toBe(start + 10);
  await clock.advance(20);
  expect(fired).toEqual(['first', 'second', 'between', 'late']);
});

describeEngine('time', (make) => {
  it('[E32] time in a journal never goes back', async () => {
    const { engine, clock, run } = await make({
      tasks: {
        a: () => {
          clock.jump(-60_000);
          return {};
        },
      },
    });
    const { id } = await run(buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] }));
    const times = (await engine.runs.journal(id)).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
  });

  it('[E32] dates in time zones arrive with the events', async () => {
    const { run } = await make();
    const value = ['${now.date("Pacific/Kiritimati")}', '${now.date("Pacific/Pago_Pago")}'];
    const done = await run(
      buildWorkflow({ nodes: [{ id: 'a', type: 'transform', config: { value } }] }),
    );
    expect(done.output).toEqual(['2026-11-15', '2026-11-14']);
  });
});
