// A chat on a phone, with long answers and a connection that comes and goes.
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const phone = { width: 390, height: 844 };

describeStudio('a chat on the way', ({ studio, open }) => {
  it('[W4359][W4360] what was not sent is in the field again, and the field stays in view below long answers', async () => {
    await studio().call('PUT', '/agents/desk', { name: 'Front desk', tools: [] });
    const page = await open('/threads?agent=desk&thread=tram', { viewport: phone });
    const field = page.getByLabel('Message', { exact: true });
    const sent = /\/threads\/desk\/tram\/messages$/;
    await page.route(sent, (route) => route.abort());
    // The offline model says the same again.
    const long = Array.from({ length: 60 }, (_, index) => `Stop ${index} of the line.`).join(
      '\n\n',
    );
    await field.fill(long);
    await page.keyboard.press('Enter');
    await page.getByText('The server is not responding.').first().waitFor();
    await expect.poll(() => field.inputValue()).toBe(long);
    await page.unroute(sent);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    const box = await field.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.height - 50);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(phone.height);
    expect(await page.getByText('Stop 59 of the line.').last().isVisible()).toBe(true);
  });
});
