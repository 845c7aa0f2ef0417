import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { activationsOf } from '../../src/graph/run/activations-of.ts';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { runExample } from './example-run.ts';
import { firstTab } from '../../src/pages/run/first-tab.ts';
import { hintedCodes, hintFor, shownFailure } from '../../src/graph/run/failure-hints.ts';

const pages = path.join(import.meta.dirname, '../../../../docs/errors');

it('[W28] every failure of a node that is documented has a hint, and no other', () => {
  const documented = readdirSync(pages)
    .filter((name) => /^Node failure/m.test(readFileSync(path.join(pages, name), 'utf8')))
    .map((name) => path.parse(name).name);
  expect(hintedCodes.toSorted()).toEqual(documented.toSorted());
});

it('[W28] what the failure itself says comes first', () => {
  expect(hintFor({ code: 'TIMEOUT', data: { hint: 'Wait.' } })).toBe('Wait.');
  expect(hintFor({ code: 'TIMEOUT', data: { hint: 5 } })).toContain('timeoutMs');
  expect(hintFor({ code: 'constructor' })).toBeNull();
});

it('[W28][W3773] what the system said is shown with the code', () => {
  const data = { hint: 'Check the address.', reason: 'getaddrinfo ENOTFOUND nowhere.test' };
  const failure = { code: 'HTTP_FAILED', message: 'The host was not found.', data };
  expect(shownFailure(failure)).toEqual({ code: failure.code, message: failure.message, ...data });
});

it('[W3777] what fails, or fails again and again, opens with its details', () => {
  expect(firstTab('failed', undefined)).toBe('details');
  expect(firstTab('running', 'retrying')).toBe('details');
  expect(firstTab('running', 'running')).toBe('chat');
});

it('[W3777] while a step is tried again, it says how its last attempt failed', async () => {
  const { journal, graph } = await runExample('native/09-flaky-upload');
  const failed = journal.findIndex(({ type }) => type === 'attempt.failed') + 1;
  const errorsAfter = (count: number) => {
    const { moments } = advanceReplay(createReplay(graph), journal.slice(0, count));
    return activationsOf(moments, 'upload').map(({ error }) => error?.message ?? null);
  };
  expect(failed).toBeGreaterThan(0);
  expect(errorsAfter(failed)).toEqual([expect.stringMatching(/./)]);
  expect(errorsAfter(journal.length)).toEqual([null]);
});
