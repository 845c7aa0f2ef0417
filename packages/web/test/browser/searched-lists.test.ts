// Lists that are longer than one answer of the server.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

/** Asks as many people at once as one answer of the server has room for, and some more. */
const crowd: JsonObject = {
  skein: 1,
  id: 'crowd',
  name: 'Seats',
  nodes: [
    { id: 'start', type: 'start' },
    ...Array.from({ length: 230 }, (_, index) => ({
      id: `seat-${index}`,
      type: 'approval',
      config: { prompt: `Keep seat ${index}?` },
    })),
  ],
  edges: Array.from({ length: 230 }, (_, index) => ({ from: 'start', to: `seat-${index}` })),
};

describeStudio('searched lists', ({ studio, open }) => {
  it('[W4140] the inbox is searched, and goes on past the first 200 questions', async () => {
    const { call } = studio();
    await call('POST', '/workflows', crowd);
    await call('POST', '/workflows/crowd/run', {});
    await expect
      .poll(async () => (await call<{ items: unknown[] }>('GET', '/waits?limit=200')).items.length)
      .toBe(200);
    const page = await open('/inbox');
    const list = page.getByRole('region', { name: 'Waiting' });
    const rows = list.getByRole('button', { name: /Keep seat/ });
    await list.getByText('200+ waiting').waitFor();
    expect(await rows.count()).toBe(200);
    await page.getByLabel('Search questions').fill('SEAT 229');
    await expect.poll(() => rows.count()).toBe(1);
    await list.getByText('230 waiting').waitFor();
    await rows.click();
    await page.getByRole('heading', { name: 'Keep seat 229?' }).waitFor();
    await page.getByLabel('Search questions').fill('no such words');
    await list.getByText('No matching questions').waitFor();
    await page.getByLabel('Search questions').fill('');
    await expect.poll(() => rows.count()).toBe(230);
  });

  it('[W4141] the threads are searched, and the newest of more than 200 is the first', async () => {
    const { call } = studio();
    await call('PUT', '/agents/desk', { name: 'Front desk', tools: [] });
    const begin = (index: number) =>
      call('POST', `/threads/desk/thread-${index}/messages`, { text: `About room ${index}` });
    await Promise.all(Array.from({ length: 204 }, (_, index) => begin(index)));
    await begin(204);
    // A thread whose turn ends comes to the front, and those that were there stay.
    await expect
      .poll(async () => (await call<{ items: unknown[] }>('GET', '/runs?status=running')).items)
      .toEqual([]);
    const page = await open('/threads');
    const list = page.getByRole('region', { name: 'Threads' });
    const rows = list.getByRole('listitem');
    await list.getByRole('button', { name: /About room 204/ }).waitFor();
    expect(await rows.first().innerText()).toContain('About room 204');
    const threads = list.getByRole('button', { name: /About room/ });
    expect(await threads.count()).toBe(50);
    await list.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => threads.count()).toBe(100);
    await page.getByLabel('Search threads').fill('room 7');
    await list.getByRole('button', { name: /About room 7 / }).waitFor();
    await expect.poll(() => threads.count()).toBe(11);
    await page.getByLabel('Search threads').fill('front desk');
    await expect.poll(() => threads.count()).toBe(50);
    await page.getByLabel('Search threads').fill('no such words');
    await list.getByText('No matching threads').waitFor();
  });

  it('[W4355] news of threads cost one page, however many were read, and come to the front', async () => {
    const page = await open('/threads');
    const list = page.getByRole('region', { name: 'Threads' });
    const threads = list.getByRole('button', { name: /About room/ });
    await expect.poll(() => threads.count()).toBe(50);
    for (const count of [100, 150, 200, 205]) {
      await list.getByRole('button', { name: 'Load more' }).click();
      await expect.poll(() => threads.count()).toBe(count);
    }
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith('/threads')) asked.push(search);
    });
    const last = await threads.last().innerText();
    const room = /About room (\d+)/.exec(last)?.[1] ?? '';
    await studio().call('POST', `/threads/desk/thread-${room}/messages`, { text: 'More' });
    // Its title stays what it began with.
    await expect
      .poll(() => threads.first().innerText(), { timeout: 15_000 })
      .toContain(`About room ${room}`);
    expect(await threads.count()).toBe(205);
    expect(new Set(asked)).toEqual(new Set(['?order=said&limit=50']));
    expect(asked.length).toBeLessThanOrEqual(4);
    // An old one is found from every page, by the server.
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search or run a command').fill('About room 3');
    await page.getByRole('option', { name: /About room 3 / }).waitFor();
  });
});
