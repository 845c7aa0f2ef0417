// The documents on SQLite, with a restart while a person is asked.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine } from 'skein';
import { expect, it } from 'vitest';
import { invoices } from './3-documents.ts';
import { documents } from './documents.ts';

const reply = (number: number) => ({
  when: { contains: `/${number}.pdf` },
  text: JSON.stringify({ number: `R-${number}`, total: number * 10 }),
});

it('[SD216][SD219] the documents are read, one is bad, and the run goes on after a restart without reading again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-documents-'));
  const store = `sqlite:${path.join(folder, 'runs.db')}`;
  const script = { replies: [1, 2, 4].map(reply) };
  const options = { workflows: [invoices], store, script };
  documents.reads.length = 0;
  try {
    const first = await createEngine(options);
    expect(first.workflows.validate(invoices.definition)).toEqual([]);
    const started = await first.start(invoices, { folder: 'may' });
    expect(await started.settled()).toMatchObject({ status: 'waiting' });
    await first.close();
    const reads = documents.reads.length;
    await using second = await createEngine(options);
    const run = second.get(invoices, started.id);
    await run.answer('look', 'yes');
    expect((await run.result()).output).toEqual({ saved: 3, bad: ['may/3.pdf is no PDF'] });
    expect(reads).toBe(5);
    expect(documents.reads).toHaveLength(reads);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('[SD216] they take at most 91 lines', () => {
  const source = readFileSync(path.join(import.meta.dirname, '3-documents.ts'), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(91);
});
