import { RULES, runId, versionId, workflowId } from '@skein/kernel';
import { expect, it } from 'vitest';
import { inTurns } from '../src/features/triggers/scheduler.ts';
import { isoTime } from '../src/values/iso-time.ts';
import { serve } from './serving.ts';

it('[V400] who has no key may send 64 KB, and no more', async () => {
  const { send } = await serve();
  const post = (length: number) =>
    send('POST', '/api/v1/session', {
      text: JSON.stringify({ key: 'x'.repeat(length) }),
      headers: { 'content-type': 'application/json' },
    });
  expect((await post(66_000)).status).toBe(413);
  expect((await post(100)).status).not.toBe(413);
});

it('[V401] a time that cannot be written breaks no list', async () => {
  expect([isoTime(8.64e15 + 1), isoTime(Number.NaN), isoTime(1e20)]).toEqual(
    Array(3).fill('9999-12-31T23:59:59.999Z'),
  );
  const { send, store } = await serve();
  const workflow = { id: workflowId('w'), version: versionId('v') };
  const row = {
    seq: 1,
    at: 9e15,
    id: 'e',
    type: 'run.started',
    rules: RULES,
    run: runId('r'),
    workflow,
  } as const;
  await store.runs.append(runId('r'), 0, [row], { created: { workflow, depth: 0 } });
  const listed = await send('GET', '/api/v1/runs');
  expect(listed.status).toBe(200);
  expect(listed.body.items[0].createdAt).toBe('9999-12-31T23:59:59.999Z');
});

it('[V402] a thousand triggers of one user do not delay that of another', () => {
  const due = [
    ...Array.from({ length: 1000 }, (_, i) => ({ user: 'ann', id: `a${i}` })),
    { user: 'bob', id: 'b' },
  ];
  const turns = inTurns(due);
  expect(turns.slice(0, 3).map(({ id }) => id)).toEqual(['a0', 'b', 'a1']);
  expect(turns).toHaveLength(1001);
});
