import { EngineError } from '@skein/ports';
import { expect, it } from 'vitest';
import { problemResponse } from '@skein/server';

it('[V1] a problem is answered with its status, code, message, hint and details', async () => {
  const response = problemResponse(new EngineError('RUN_NOT_FOUND', { run: 'r1' }));
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: {
      code: 'RUN_NOT_FOUND',
      message: 'No run has the id "r1".',
      hint: 'List the runs to see which ids exist.',
      details: { run: 'r1' },
    },
  });
});

it('[V1] who is refused for now hears when to try again, and who has the wrong method which ones there are', () => {
  const limited = problemResponse(new EngineError('RATE_LIMITED', { retryAfterMs: 2500 }));
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
  const busy = problemResponse(new EngineError('ENGINE_CLOSED', {}));
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
  const wrong = { method: 'PUT', path: '/x', allowed: ['GET', 'POST'] };
  expect(problemResponse(new EngineError('METHOD_NOT_ALLOWED', wrong)).headers.get('allow')).toBe(
    'GET, POST',
  );
});

it('[V1] a bug is answered with a number, not with its message', async () => {
  const heard: unknown[] = [];
  const bug = new Error('the password is swordfish');
  const response = problemResponse(bug, { onBug: (...told) => heard.push(told) });
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(text).not.toContain('swordfish');
  expect(heard).toEqual([[bug, expect.any(String)]]);
  expect(text).toContain((heard[0] as string[])[1]);
});
