// The examples in TypeScript, as their readers run them: the first by itself, the onboarding in virtual time, with a restart.
import { execFile } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { settleTicks, virtualClock } from '@skein/simulation';
import { memoryStore } from '@skein/stores';
import { withBuiltLibrary } from '@skein/testkit';
import { createEngine } from 'skein';
import { expect, it } from 'vitest';
import { onboard, signed } from './4-onboarding.ts';
import { done } from './office.ts';

const ada = { id: '7', mail: 'ada@example.org' };
const dayMs = 86_400_000;

it('1-hello.ts is right', async () => {
  const file = path.join(import.meta.dirname, '1-hello.ts');
  const env = { ...process.env, ...(await withBuiltLibrary()) };
  const said = await new Promise((end) => {
    const child = execFile(process.execPath, [file], { env }, (_, _stdout, stderr) =>
      end({ code: child.exitCode, stderr }),
    );
  });
  expect(said).toEqual({ code: 0, stderr: '' });
});

/** Days pass: everything that they bring about has happened. */
function world() {
  const clock = virtualClock();
  const store = memoryStore();
  done.length = 0;
  return {
    open: () => createEngine({ store, clock, workflows: [onboard] }),
    days: async (count: number) => {
      await settleTicks(4);
      await clock.advance(count * dayMs);
      await settleTicks(4);
    },
  };
}

it('a user signs after the first reminder, and after a restart', async () => {
  const { open, days } = world();
  const before = await open();
  const { id } = await before.start(onboard, ada);
  await days(1);
  await days(3);
  expect(done).toEqual(['ada@example.org: Welcome', 'ada@example.org: Please sign']);
  await before.close();
  const engine = await open();
  await days(1);
  expect(await engine.send(signed, { user: '8', ip: '::1' })).toMatchObject({ delivered: 0 });
  expect(await engine.send(signed, { user: '7', ip: '::1' })).toMatchObject({ delivered: 1 });
  const { output } = await engine.get(onboard, id).result();
  expect(output).toEqual({ account: 'acc-7', signed: true, ip: '::1' });
  expect(done).toHaveLength(2);
  await engine.close();
});

it('a user never signs', async () => {
  const { open, days } = world();
  const engine = await open();
  const run = await engine.start(onboard, ada);
  for (let day = 0; day < 17; day++) await days(1);
  expect((await run.result()).output).toEqual({ account: 'acc-7', signed: false });
  expect(done).toEqual([
    'ada@example.org: Welcome',
    'ada@example.org: Please sign',
    'ada@example.org: Still not signed',
    'ada@example.org: Last call',
    'closed acc-7',
  ]);
  await engine.close();
});
