// Weeks of waiting in plain code: an event with a deadline, reminders, a sleep.
// #region onboarding
import { event, TimeoutError, workflow } from 'skein';
import { z } from 'zod';
import { crm, mail, type User } from './office.ts';

export const signed = event('signed', z.object({ user: z.string(), ip: z.string() }));

export const onboard = workflow('onboard', async (io, user: User) => {
  const { account } = await io.step('create', ({ key }) => crm.create(user, key), { retry: 3 });
  await io.step('welcome', () => mail.send(user.mail, 'Welcome'));

  for (const reminder of ['Please sign', 'Still not signed', 'Last call']) {
    try {
      const { ip } = await io.event(signed, { if: { user: user.id }, within: '3d' });
      return { account, signed: true, ip };
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      await io.step('remind', () => mail.send(user.mail, reminder));
    }
  }
  await io.sleep('7d');
  await io.step('close', () => crm.close(account));
  return { account, signed: false };
});
// #endregion
