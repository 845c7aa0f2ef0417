// The example of docs/moving-from-n8n.md does what the page says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importSource } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { createEngine } from '../../src/index.ts';

/** The page shows these files; a test compares both. */
function shown(name: string): Json {
  const file = path.join(
    import.meta.dirname,
    '../../../../examples/imports',
    `orders.${name}.json`,
  );
  // What JSON.parse gives is JSON.
  return JSON.parse(readFileSync(file, 'utf8')) as Json;
}

describe('the page about n8n', () => {
  it('[C1305] has an example that is converted without a loss and gives the result that it shows', async () => {
    const imported = importSource(shown('n8n'));
    expect(imported?.losses).toEqual([]);
    const engine = await createEngine();
    const { id } = await engine.workflows.save(imported?.definition ?? {});
    const run = await engine.runs.start(id, { input: shown('input') });
    const { status, output } = await engine.runs.finished(run.id);
    await engine.close();
    expect({ status, output }).toEqual({ status: 'completed', output: shown('output') });
  });
});
