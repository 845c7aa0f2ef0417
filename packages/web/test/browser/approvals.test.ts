// Approvals in a real browser: who may answer, and a call that is changed before it is approved.
import { expect, it } from 'vitest';
import { copiedText } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';

const named = {
  skein: 1,
  name: 'Named',
  nodes: [{ id: 'may', type: 'approval', config: { prompt: 'Publish?', who: ['bob'] } }],
};
const plain = {
  skein: 1,
  name: 'Plain',
  nodes: [{ id: 'may', type: 'approval', config: { prompt: 'Publish?' } }],
};
const paying = {
  skein: 1,
  name: 'Paying',
  nodes: [
    { id: 'clerk', type: 'agent', config: { prompt: 'Pay.', tools: ['pay'], approve: true } },
  ],
};

/** Whom a call is asked of. */
const asked = {
  ...paying,
  name: 'Asked',
  nodes: [
    {
      id: 'clerk',
      type: 'agent',
      config: { prompt: 'Pay.', tools: ['pay'], approve: true, who: ['bob'] },
    },
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

    it('[W3281] a question that somebody else has answered says so where it is open', async () => {
      const { wait } = await start(plain);
      const page = await open(`/inbox?wait=${wait}`);
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await studio().call('POST', `/waits/${wait}/answer`, { decision: 'approve' });
      await page.getByText('This question is answered. There is nothing left to do.').waitFor();
    });

    it('[W3251][W3813] on a phone a run is called by its name, and leads to what it asks', async () => {
      const nodes = [
        {
          id: 'ok',
          type: 'approval',
          name: 'Check it',
          // A word that is wider than the screen.
          config: { prompt: `Is the text fine? https://example.com/${'t'.repeat(90)}` },
        },
      ];
      const { run } = await start({ skein: 1, name: 'Proofs', nodes });
      const page = await open(`/runs/${run}`, { viewport: { width: 390, height: 844 } });
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Proofs').waitFor();
      await page.getByRole('button', { name: /Is the text fine\?.* Answer/ }).click();
      // On the shortest screens too, what is below the question cuts nothing of it off.
      await page.setViewportSize({ width: 390, height: 420 });
      const asked = page.getByRole('region', { name: 'Waiting for you' });
      expect(await asked.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
      expect(await asked.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.locator('main header').first().getByText('Completed').waitFor();
      await page.getByRole('button', { name: 'Graph' }).click();
      expect(await page.getByRole('button', { name: /Answer/ }).count()).toBe(0);
    });

    it('[W301] the arguments of a call are changed before it is approved, and both are shown', async () => {
      const { run } = await start(paying);
      const page = await open(`/runs/${run}`);
      await page.getByRole('button', { name: 'Change the arguments' }).click();
      const usd = page.getByRole('textbox', { name: 'Usd' });
      expect(await usd.inputValue()).toBe('500');
      await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
      // What does not fit is said at its field, and not sent.
      await usd.fill('5000');
      await page.getByRole('button', { name: 'Approve with edits' }).click();
      await page
        .getByText(/must be at most 1000|must be <= 1000/)
        .first()
        .waitFor();
      expect(await page.getByText('Answer sent.').count()).toBe(0);
      await page.getByRole('button', { name: 'Edit as JSON' }).click();
      const field = page.getByLabel('Arguments to approve');
      await field.fill('{ "usd": ');
      await page.getByText(/This is not JSON/).waitFor();
      await field.fill('{ "usd": 500 }');
      await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
      await field.fill('{ "usd": 40 }');
      await page.getByRole('button', { name: 'Edit as form' }).click();
      expect(await page.getByRole('textbox', { name: 'Usd' }).inputValue()).toBe('40');
      await page.getByRole('textbox', { name: 'Usd' }).fill('50');
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

    it('[W560] a tool call says whom it asks, and nobody else approves it', async () => {
      const { run, wait } = await start(asked);
      const page = await open(`/runs/${run}`);
      await page.getByText('You are local: only bob may answer.').waitFor();
      expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Copy answer link' }).count()).toBe(0);
      const bobs = await open('/', { isStranger: true });
      await bobs.request.post(`${studio().url}/api/v1/session`, {
        data: { key: studio().keys.get('bob') },
      });
      await bobs.goto(`${studio().url}/inbox?wait=${wait}`);
      await bobs.getByText('Asked of bob').waitFor();
      // It is not bob's run.
      expect(await bobs.getByRole('button', { name: 'Copy answer link' }).count()).toBe(0);
      await bobs.getByRole('button', { name: 'Approve' }).click();
      await bobs.getByText('Answer sent. The run continues.').waitFor();
    });

    it('[W561] a link to answer is copied in the inbox and in the run', async () => {
      const { run, wait } = await start(plain);
      for (const place of [`/runs/${run}`, `/inbox?wait=${wait}`]) {
        const page = await open(place);
        await page.getByRole('button', { name: 'Copy answer link' }).click();
        const make = page.getByRole('button', { name: 'Make and copy the link' });
        expect(await make.isDisabled()).toBe(true);
        await page.getByLabel('Who is the link for?').fill('ana@example.org');
        const copied = await copiedText(page, { button: 'Make and copy the link', what: 'link' });
        expect(copied).toMatch(new RegExp(`^${studio().url}/answer/`));
        const answer = await open('/', { isStranger: true });
        await answer.goto(copied);
        await answer.getByText('You answer as ana@example.org').waitFor();
      }
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
    },
    // It is asked about before it is called; the call itself is refused, which the model is told.
    config: {
      http: {
        tools: {
          pay: {
            url: 'http://127.0.0.1:9/pay',
            method: 'POST',
            parameters: {
              type: 'object',
              properties: { usd: { type: 'number', maximum: 1000 } },
              required: ['usd'],
            },
          },
        },
      },
    },
  },
);
