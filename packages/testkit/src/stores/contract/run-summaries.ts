// What every store promises about the summaries of runs.
import { runId } from '@skein/kernel';
import type { RunSummaryStore, Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { recorded, type Begun } from './fixtures.ts';

export function runSummaries(store: () => Store, begin: Begun): void {
  const port = (): RunSummaryStore => {
    const { summaries } = store();
    if (summaries === undefined)
      throw new Error('Every store that is opened by its address has it.');
    return summaries;
  };

  it('[S2450] a summary is replaced, keeps what started the run, and is deleted with it', async () => {
    await begin('r');
    await begin('other');
    expect(await port().get('r')).toBeUndefined();
    await port().noteStart('r', { type: 'webhook', name: 'ü' });
    const startedBy = { type: 'webhook', name: 'ü' };
    expect(await port().get('r')).toEqual({ run: 'r', seq: 0, content: null, startedBy });
    const text = 'a "\u0000\r\n\ud83e €'.repeat(400);
    await port().put({ run: 'r', seq: 3, content: { text: 'before' } });
    await port().put({ run: 'r', seq: 7, content: { text } });
    expect(await port().get('r')).toEqual({ run: 'r', seq: 7, content: { text }, startedBy });
    await port().put({ run: 'other', seq: 1, content: null });
    expect(await port().get('other')).toMatchObject({ seq: 1, content: null, startedBy: null });
    const ended = { status: 'completed', begun: true } as const;
    await store().runs.append(runId('r'), 1, [recorded(2)], ended);
    expect(await store().runs.delete(runId('r'))).toBe(true);
    expect(await port().get('r')).toBeUndefined();
    expect(await port().get('other')).toBeDefined();
  });
}
