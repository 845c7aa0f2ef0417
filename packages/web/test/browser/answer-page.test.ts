// The page behind an answer link, in a real browser of a phone, without scripts and without a key.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const phone = { width: 390, height: 844 };
const form = {
  type: 'object',
  properties: {
    amount: { type: 'number', title: 'Amount', maximum: 100 },
    cost_centre: { enum: ['sales', 'office'], title: 'Cost centre' },
  },
  required: ['amount'],
};

function asking(config: object): object {
  return {
    skein: 1,
    name: 'Purchase',
    nodes: [
      {
        id: 'desk',
        type: 'approval',
        config: { prompt: 'May Ana buy a desk for 90 euro?', ...config },
      },
    ],
  };
}

describeStudio(
  'the answer page',
  ({ studio, open }) => {
    /** A link to the question of a new run. */
    const ask = async (config: object = {}, more: object = {}) => {
      const { call } = studio();
      const { id } = await call<{ id: string }>('POST', '/workflows', asking(config));
      const place = `/workflows/${id}/run?wait=20`;
      const { run_id: run } = await call<{ run_id: string }>('POST', place, {});
      const { waits } = await call<{ waits: readonly { id: string }[] }>('GET', `/runs/${run}`);
      const link = { for: 'ana@example.org', ...more };
      const { url } = await call<{ url: string }>('POST', `/waits/${waits[0]?.id}/links`, link);
      const answered = async () => (await call<{ output: unknown }>('GET', `/runs/${run}`)).output;
      return { url, answered, run };
    };
    const visit = async (url: string): Promise<Page> => {
      const page = await open('/', { isStranger: true, viewport: phone });
      await page.goto(url);
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(isWide).toBe(false);
      return page;
    };
    const statusOf = async (run: string) =>
      (await studio().call<{ status: string }>('GET', `/runs/${run}`)).status;

    it('[W562] approves once: opening it decides nothing, and the second time it says so', async () => {
      const { url, run } = await ask();
      const page = await visit(url);
      await page.getByText('May Ana buy a desk for 90 euro?').waitFor();
      await page.getByText('You answer as ana@example.org').waitFor();
      expect(await statusOf(run)).toBe('waiting');
      await page.getByLabel('Note (optional)').fill('A small one.');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Your answer was recorded.').waitFor();
      await expect.poll(() => statusOf(run)).toBe('completed');
      const again = await open('/', { isStranger: true, viewport: phone });
      const response = await again.goto(url);
      expect(response?.status()).toBe(409);
      await again.getByText('Somebody has answered this question.').waitFor();
    });

    it('[W562] rejects', async () => {
      const { url, run } = await ask();
      const page = await visit(url);
      await page.getByRole('button', { name: 'Reject' }).click();
      await page.getByText('Your answer was recorded.').waitFor();
      const { items } = await studio().call<{ items: readonly { answer?: unknown }[] }>(
        'GET',
        `/runs/${run}/journal`,
      );
      expect(JSON.stringify(items)).toContain('"decision":"reject"');
    });

    it('[W562] a form says what does not fit, and keeps what was filled in', async () => {
      const { url, run } = await ask({ schema: form });
      const page = await visit(url);
      await page.getByLabel('Amount').fill('900');
      await page.getByLabel('Cost centre').selectOption('office');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('amount');
      expect(await page.getByLabel('Amount').inputValue()).toBe('900');
      expect(await statusOf(run)).toBe('waiting');
      await page.getByLabel('Amount').fill('90');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Your answer was recorded.').waitFor();
    });

    it('[W562] a link that has expired says so', async () => {
      const { url } = await ask({}, { expiresAfterMs: 1 });
      const page = await open('/', { isStranger: true, viewport: phone });
      const response = await page.goto(url);
      expect(response?.status()).toBe(410);
      await page.getByText('This link has expired').waitFor();
    });
  },
  { isClosed: true },
);
