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
    const page = await open('/threads');
    const list = page.getByRole('region', { name: 'Threads' });
    const rows = list.getByRole('listitem');
    await list.getByRole('button', { name: /About room 204/ }).waitFor();
    expect(await rows.first().innerText()).toContain('About room 204');
    expect(await rows.count()).toBe(205);
    await page.getByLabel('Search threads').fill('room 204');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Search threads').fill('front desk');
    await expect.poll(() => rows.count()).toBe(205);
    await page.getByLabel('Search threads').fill('no such words');
    await list.getByText('No matching threads').waitFor();
  });
});
