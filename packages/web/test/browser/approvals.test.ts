// Approvals in a real browser: who may answer, and a call that is changed before it is approved.
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const named = {
  skein: 1,
  name: 'Named',
  nodes: [{ id: 'may', type: 'approval', config: { prompt: 'Publish?', who: ['bob'] } }],
};
const paying = {
  skein: 1,
  name: 'Paying',
  nodes: [
    { id: 'clerk', type: 'agent', config: { prompt: 'Pay.', tools: ['pay'], approve: true } },
  ],
};

describeStudio(
  'approvals',
  ({ studio, open }) => {
    const start = async (definition: object) => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', definition);
      const place = `/workflows/${id}/run?wait=20`;
      const { run_id: run } = await studio().call<{ run_id: string }>('POST', place, {});
      const { waits } = await studio().call<{ waits: readonly { id: string }[] }>(
        'GET',
        `/runs/${run}`,
      );
      return { run, wait: waits[0]?.id ?? '' };
    };

    it('[W300] says who may answer, and lets nobody else', async () => {
      const { run, wait } = await start(named);
      for (const place of [`/runs/${run}`, `/inbox?wait=${wait}`]) {
        const page = await open(place);
        await page.getByText('You are local: only bob may answer.').waitFor();
        const approve = page.getByRole('button', { name: 'Approve' });
        expect(await approve.isDisabled()).toBe(true);
        expect(await page.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true);
      }
      // The very person sees it in their inbox, and nothing is in the way.
      const page = await open('/', { isStranger: true });
      await page.request.post(`${studio().url}/api/v1/session`, {
        data: { key: studio().keys.get('bob') },
      });
      await page.goto(`${studio().url}/inbox?wait=${wait}`);
      await page.getByText('Asked of bob').waitFor();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Answer sent. The run continues.').waitFor();
    });

    it('[W301] the arguments of a call are changed before it is approved, and both are shown', async () => {
      const { run } = await start(paying);
      const page = await open(`/runs/${run}`);
      await page.getByRole('button', { name: 'Change the arguments' }).click();
      const field = page.getByLabel('Arguments to approve');
      await field.fill('{ "usd": ');
      await page.getByText(/This is not JSON/).waitFor();
      await field.fill('{ "usd": 50 }');
      await page.getByRole('button', { name: 'Approve with edits' }).click();
      await page.getByText('Answer sent. The run continues.').waitFor();
      await page
        .getByText(/local changed the arguments of "pay"/)
        .first()
        .waitFor();
      const call = page.getByRole('log').getByText('pay', { exact: true });
      await call.click();
      await page.getByText('Arguments, as the model asked').waitFor();
      await page.getByText('Arguments, as local changed them').waitFor();
    });
  },
  {
    isClosed: true,
    users: ['bob'],
    script: {
      replies: [
        {
          when: { node: 'clerk', contains: 'Pay.' },
          toolCalls: [{ name: 'pay', arguments: { usd: 500 } }],
        },
        { when: { node: 'clerk' }, text: 'Done.' },
      ],
      tools: { pay: { result: 'paid' } },
    },
  },
);
