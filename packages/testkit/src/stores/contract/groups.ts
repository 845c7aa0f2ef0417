// What every store promises about appends of many runs that arrive together.
import { runId, waitId } from '@skein/kernel';
import type { AuditEntry, Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { asked, codeOf, recorded, type Begun } from './fixtures.ts';

/** Ids and texts that a list of rows could break at. */
const texts = ['it\'s "it" \\', '{"a":[1,null]}', 'NUL \0 \ud800', '🧵\n\t', 'null', ''] as const;
const runs = Array.from({ length: 12 }, (_, i) => `${i} ${texts[i % texts.length]}`);

const question = (prompt: string) => ({ kind: 'input', prompt }) as const;
/** Some go on, some end, and some only write. */
const statuses = [{ status: 'running' }, { status: 'completed' }, {}] as const;

export function groups(store: () => Store, begin: Begun): void {
  const entry = (run: string): AuditEntry => ({
    id: `entry ${run}`,
    at: 1000,
    user: run,
    actor: 'ann',
    action: 'wait.answer',
    subject: run,
    data: { run },
  });
  const opened = (run: string, i: number) =>
    asked(`wait ${run}`, {
      run: runId(run),
      node: run,
      user: run,
      question: i % 2 === 0 ? { ...question(run), who: [run, 'bob'] } : question(run),
      deadlineAt: i % 3 === 0 ? 5000 + i : null,
    });
  const pause = async (run: string, i: number) =>
    store().runs.append(runId(run), 1, [recorded(2, 'step', run)], {
      status: 'waiting',
      opened: [opened(run, i)],
    });

  it('[S3550] what many runs write together is what each of them alone would have written', async () => {
    await Promise.all(runs.map((run) => begin(run, { user: run, name: run })));
    await Promise.all(runs.map(pause));
    for (const [i, run] of runs.entries()) {
      const { items } = await store().waits.list({ run });
      expect(items).toEqual([opened(run, i)]);
      expect(await store().runs.get(runId(run))).toMatchObject({
        name: run,
        user: run,
        status: 'waiting',
        seq: 2,
      });
    }
    // All in one group.
    await Promise.all(
      runs.map(async (run, i) =>
        store().runs.append(runId(run), 2, [recorded(3), recorded(4, 'step', run)], {
          ...statuses[i % statuses.length],
          closed: [{ wait: waitId(`wait ${run}`), status: 'answered', answer: { run, i } }],
          audit: [entry(run)],
        }),
      ),
    );
    for (const [i, run] of runs.entries()) {
      const status = ['running', 'completed', 'waiting'][i % 3];
      expect(await store().runs.get(runId(run))).toMatchObject({ status, seq: 4 });
      const closed = { ...opened(run, i), status: 'answered', answer: { run, i } };
      expect(await store().waits.get(waitId(`wait ${run}`))).toEqual(closed);
      expect((await store().audit.list({ user: run })).items).toEqual([entry(run)]);
      const rows = await store().runs.journal(runId(run), 1);
      expect(rows).toEqual([recorded(2, 'step', run), recorded(3), recorded(4, 'step', run)]);
    }
  });

  it('[S3550] an append that is refused costs the others of its group nothing', async () => {
    await Promise.all(runs.map((run) => begin(run)));
    const codes = await Promise.all(
      runs.map((run, i) =>
        codeOf(async () =>
          store().runs.append(runId(run), i === 5 ? 7 : 1, [recorded(i === 5 ? 8 : 2)], {
            status: 'waiting',
            opened: [opened(run, i)],
          }),
        ),
      ),
    );
    expect(codes).toEqual(runs.map((_, i) => (i === 5 ? 'STORE_CONFLICT' : 'none')));
    const { items } = await store().waits.list({ limit: 100 });
    expect(items.map(({ run }) => run).toSorted()).toEqual(
      runs.filter((_, i) => i !== 5).toSorted(),
    );
  });
}
