// The onboarding, tested in no time: days pass, the process dies, and nothing outside is touched.
// #region test
import { expect, it } from 'vitest';
import { matchers, testEngine, type RunMatchers } from 'skein/testing';
import { onboard, signed } from './4-onboarding.ts';

expect.extend(matchers); // once per project
declare module 'vitest' {
  interface Matchers extends RunMatchers {}
}

it('[SD2350] a user signs after a reminder, although the process died', async () => {
  const mails: number[] = [];
  await using engine = await testEngine({
    workflows: [onboard],
    steps: {
      create: ({ attempt }) => {
        if (attempt < 3) throw new Error('The CRM is away.'); // it is tried again
        return { account: 'a1' };
      },
      welcome: () => null,
      remind: () => mails.push(1),
    },
  });
  const run = await engine.start(onboard, { id: '7', mail: 'ada@example.org' });
  await engine.advance('4d');
  await engine.crash();
  await expect(run).toBeWaitingFor('event signed');
  await engine.send(signed, { user: '7', ip: '::1' });
  await expect(run).toHaveCompleted({ account: 'a1', signed: true, ip: '::1' });
  expect(mails).toHaveLength(1);
});
// #endregion
