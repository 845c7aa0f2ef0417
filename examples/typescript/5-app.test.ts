// The whole program, asked as its users would: a chat, a user who signs, the studio, and nobody who is not known.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from './5-app.ts';

const json = { 'content-type': 'application/json', 'x-user': 'ada' };
const post = (body: unknown) => ({ method: 'POST', headers: json, body: JSON.stringify(body) });

it('[SD470] one program has workflows, an agent, a schedule, a chat and the studio, with its own users', async () => {
  const { app, engine } = await createApp({ script: { otherwise: 'How can I help?' } });
  try {
    const parts = [{ type: 'text', text: 'Hello' }];
    const chat = { id: 'c1', messages: [{ id: 'm1', role: 'user', parts }] };
    const answered = await app.request('/chat/c1', post(chat));
    expect(await answered.text()).toContain('"delta":"help?"');
    expect((await app.request('/chat/c1', { method: 'POST' })).status).toBe(401);

    const started = await app.request('/users', post({ id: '7', mail: 'ada@example.org' }));
    const { run } = (await started.json()) as { run: string };
    await engine.runs.settled(run);
    expect((await app.request('/signed', post({ user: '7', ip: '::1' }))).status).toBe(204);
    const { output } = await engine.runs.finished(run);
    expect(output).toEqual({ account: 'acc-7', signed: true, ip: '::1' });

    const threads = await app.request('/skein/api/v1/threads', { headers: json });
    expect(await threads.json()).toMatchObject({ items: [{ agent: 'support', thread: 'c1' }] });
    expect((await app.request('/skein/api/v1/threads')).status).toBe(401);
    // The schedule is the program's own, which users do not see.
    const triggers = await app.request('/skein/api/v1/triggers', { headers: json });
    expect(await triggers.json()).toMatchObject({ items: [] });
  } finally {
    await engine.close({ drain: 0 });
  }
});

it('[SD470] it takes at most 60 lines', () => {
  const source = readFileSync(path.join(import.meta.dirname, '5-app.ts'), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});
