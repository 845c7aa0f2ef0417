// The tour that the documents show, as a reader walks it: a server of its own, and nothing but curl.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serve } from './serving.ts';

const run = promisify(execFile);
const tour = fileURLToPath(new URL('../../../examples/rest/tour.sh', import.meta.url));

it('[V78] with curl alone, a workflow of every dialect is made, run, watched, answered, read, cancelled, listed, exported and deleted', async () => {
  const { url, send } = await serve();
  const { stdout } = await run('sh', [tour, url]);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => line.replace(/:.*/, ''))).toEqual([
    'native',
    'session-graph',
    'dataflow',
    'agent-graph',
    'canvas',
    'pipeline',
  ]);
  for (const line of lines) {
    const asks = line.startsWith('pipeline') ? 0 : 1;
    expect(line).toMatch(
      new RegExp(
        `: [1-9]\\d* events, after row 1 2, ${asks} answered, 2 runs, (?:cancelled|completed)$`,
      ),
    );
  }
  expect((await send('GET', '/api/v1/workflows')).body.items).toEqual([]);
  expect((await send('GET', '/api/v1/runs')).body.items.length).toBeGreaterThanOrEqual(12);
});
