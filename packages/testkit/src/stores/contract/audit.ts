// What every store promises about entries of the audit log that are written with the journal.
import { runId } from '@skein/kernel';
import type { AuditEntry, Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, recorded, type Begun } from './fixtures.ts';

const entry = (id: string): AuditEntry => ({
  id,
  at: 1000,
  user: 'ann',
  actor: 'it\'s "bob" \\ (library) 🧵',
  action: 'wait.answer',
  subject: 'w1',
  data: { run: 'r' },
});

export function audit(store: () => Store, begin: Begun): void {
  it('[S2600] an entry of the audit log is written with its append, or neither is; the same append again writes it once', async () => {
    const { runs, audit: log } = store();
    await begin('r', { user: 'ann' });
    const add = async (expected: number, id: string, epoch?: number) =>
      runs.append(runId('r'), expected, [recorded(expected + 1)], { audit: [entry(id)] }, epoch);
    await add(1, 'a1');
    await add(1, 'a1');
    expect(await codeOf(async () => add(5, 'a2'))).toBe('STORE_CONFLICT');
    expect(await codeOf(async () => add(2, 'a3', 77))).toBe('STORE_FENCED');
    await log.append(entry('a4'));
    expect((await log.list({ user: 'ann' })).items).toEqual([entry('a4'), entry('a1')]);
    expect(await codeOf(async () => add(2, 'x'.repeat(2000)))).toBe('TOO_LARGE');
  });
}
