import { EngineError, loadOptional, problems } from '@skein/ports';
import { expect, it } from 'vitest';

it('an error has the message of its code, with its details, and what to do', () => {
  const cause = new Error('inside');
  const error = new EngineError('RUN_NOT_FOUND', { run: 'r-1' }, { cause });
  expect(error).toMatchObject({ code: 'RUN_NOT_FOUND', status: 404, exitCode: 5, cause });
  expect(error.toJSON()).toEqual({
    error: {
      code: 'RUN_NOT_FOUND',
      message: 'No run has the id "r-1".',
      hint: 'List the runs to see which ids exist.',
      details: { run: 'r-1' },
    },
  });
});

it('the first error of a definition is in the message, the number of the others too', () => {
  const diagnostic = (message: string, severity: 'error' | 'warning') => ({
    code: 'X',
    severity,
    pointer: '',
    message,
    hint: '',
  });
  const { message } = new EngineError('WORKFLOW_INVALID', {
    diagnostics: [
      diagnostic('Only a warning.', 'warning'),
      diagnostic('No entry.', 'error'),
      diagnostic('No end.', 'error'),
    ],
  });
  expect(message).toBe('The definition is not valid: No entry. (and 1 more)');
});

it('names that exist are listed, up to twenty', () => {
  const known = Array.from({ length: 30 }, (_, i) => `n${i}`);
  const { message } = new EngineError('NODE_NOT_FOUND', { node: 'x', known });
  expect(message).toContain('Its nodes: n0, n1');
  expect(message).toContain('n19, …');
  expect(message).not.toContain('n20');
});

it('every code has an exit code and a status that callers know', () => {
  const exitCodes = new Set([1, 2, 4, 5, 6, 7, 8, 130]);
  for (const { status, exitCode, hint } of Object.values(problems)) {
    expect(exitCodes).toContain(exitCode);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(hint).toMatch(/\.$/);
  }
});

it.each([
  "Cannot find package '@ai-sdk/openai' imported from /app/node_modules/skein/dist/a.js",
  // What Node says of one that was installed after the process had looked for it.
  "Cannot find package '/app/node_modules/@ai-sdk/openai/index.js' imported from /app/node_modules/skein/dist/a.js",
  "Cannot find package 'C:\\app\\node_modules\\@ai-sdk\\openai\\index.js' imported from C:\\app\\a.js",
])('a package that cannot be loaded is named with its cure: %s', async (message) => {
  const absent = Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  const part = { purpose: 'A model', packages: ['ai@7', '@ai-sdk/openai@4'] };
  const error = await loadOptional(part, () => Promise.reject(absent)).catch((cause) => cause);
  expect(error).toMatchObject({
    code: 'PACKAGE_MISSING',
    message: expect.stringContaining('npm install ai@7'),
  });
  expect(error.message).toContain('start Skein again');
});
