import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { asked, codeOf, origin, recorded, saved, started, type Begun } from './fixtures.ts';

const texts: readonly string[] = [
  'a\0b',
  '\uD800 alone',
  'alone \uDFFF',
  '\u{1F600} four bytes',
  '\u202E bidi',
  "it's; drop table runs; --",
  '"double" `back` \\ slash \\u0000',
  '${jndi} $1 ? :name @p',
  '__proto__',
  'trailing ',
  'Case',
  'case',
];

const values: readonly unknown[] = [
  ...texts,
  { ['__proto__']: { polluted: true }, constructor: 1, z: 1, a: 2 },
  [1e21, 1e-7, 0.1, 9007199254740991, -9007199254740991, true, null, ''],
  { type: 'blob', sha256: 'x', $ref: '#', blobs: [['/a', 'x']] },
];

export function hostileValues(store: () => Store, begin: Begun): void {
  it('[S18] returns the same bytes of every value', async () => {
    await store().runs.append(runId('r'), 0, [started('r', values)], {
      created: origin,
      status: 'running',
    });
    const events = values.map((value, i) => recorded(i + 2, 'k', value));
    await store().runs.append(runId('r'), 1, events, {
      snapshot: { seq: 2, state: values as never },
    });
    const rows = await store().runs.journal(runId('r'), 1);
    expect(JSON.stringify(rows)).toBe(JSON.stringify(events));
    const loaded = await store().runs.load(runId('r'));
    expect(JSON.stringify(loaded?.snapshot?.state)).toBe(JSON.stringify(values));
    await store().definitions.save(saved('d', '1', { definition: values as never }));
    const definition = (await store().definitions.get(workflowId('d')))?.definition;
    expect(JSON.stringify(definition)).toBe(JSON.stringify(values));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('[S18] takes -0 and 0 for one number', async () => {
    await begin('r');
    const [minus, plain] = [-0, 0].map((value) => recorded(2, 'k', { value, list: [value] }));
    await store().runs.append(runId('r'), 1, [minus as RunEvent]);
    await store().runs.append(runId('r'), 1, [plain as RunEvent]);
    expect(JSON.stringify(await store().runs.journal(runId('r'), 1))).toBe(JSON.stringify([plain]));
  });

  it('[S18] takes every text as an id, and tells them apart', async () => {
    for (const text of texts) {
      await begin(text, {
        user: text,
        idempotencyKey: text,
        workflow: { id: workflowId(text), version: versionId(text) },
        owner: text,
      });
      const opened = [
        asked(`w ${text}`, { run: runId(text), node: text, event: text, user: text }),
      ];
      await store().runs.append(runId(text), 1, [recorded(2)], { opened }, 1);
      await store().keptEvents.keep(runId(text), { id: text, name: text, data: text, at: 1 });
      await store().definitions.save(saved(text, text, { user: text, name: text }));
      await store().leases.renew(text, 10);
      await store().inbox.put({ id: text, run: runId(text), command: text });
    }
    for (const text of texts) {
      expect(await store().runs.get(runId(text))).toMatchObject({ id: text, user: text });
      const filters = [{ workflow: text }, { user: text }];
      for (const filter of filters) {
        expect((await store().runs.list(filter)).items.map(({ id }) => id)).toEqual([text]);
      }
      expect((await store().waits.list({ event: text })).items).toMatchObject([
        { node: text, user: text },
      ]);
      expect(await store().keptEvents.list(runId(text))).toEqual([
        { id: text, name: text, data: text, at: 1 },
      ]);
      expect(await store().definitions.get(workflowId(text), versionId(text), text)).toMatchObject({
        id: text,
        name: text,
      });
      expect(await store().leases.claim(runId(text), 'x', 5)).toEqual({ owner: text, until: 10 });
      expect(await store().inbox.take(text)).toEqual([{ id: text, run: text, command: text }]);
    }
  });

  it('[S18] refuses ids of a megabyte before anything is written', async () => {
    const long = 'x'.repeat(1_000_000);
    await begin('ok');
    const refused = [
      () => begin(long),
      () => begin('r', { user: long }),
      () => begin('r', { idempotencyKey: long }),
      () => begin('r', { workflow: { id: workflowId(long), version: versionId('v') } }),
      () => begin('r', {}, { opened: [asked(long)] }),
      () => store().definitions.save(saved(long, '1')),
      () => store().definitions.save(saved('d', long)),
      () => store().leases.renew(long, 1),
      () => store().leases.claim(runId('ok'), long, 1),
      () => store().inbox.put({ id: long, run: runId('ok'), command: 1 }),
      () => store().keptEvents.keep(runId('ok'), { id: long, name: 'n', at: 1 }),
    ];
    for (const act of refused) expect(await codeOf(act)).toBe('TOO_LARGE');
    expect(await store().runs.get(runId(long))).toBeUndefined();
    expect((await store().runs.list({})).items).toHaveLength(1);
    expect((await store().definitions.list({})).items).toEqual([]);
  });

  it('[S19] large values come back whole, whoever else has the same one', async () => {
    const large = 'é"\\'.repeat(60_000);
    const holder = {
      small: 1,
      large,
      list: [large, { deep: large }],
      large2: `${large}!`,
      after: 2,
    };
    for (const run of ['a', 'b']) {
      await store().runs.append(runId(run), 0, [started(run, holder)], {
        created: origin,
        status: 'running',
      });
      await store().runs.append(runId(run), 1, [recorded(2, 'k', large)], {
        status: 'completed',
        snapshot: { seq: 2, state: { large } },
      });
      await store().runs.append(runId(run), 1, [recorded(2, 'k', large)]);
    }
    await store().definitions.save(saved('d', '1', { definition: { large } }));
    expect(
      await codeOf(() => store().runs.append(runId('a'), 1, [recorded(2, 'k', `${large}x`)])),
    ).toBe('STORE_CONFLICT');
    await store().runs.delete(runId('a'));
    const rows = await store().runs.journal(runId('b'));
    expect(JSON.stringify(rows)).toBe(
      JSON.stringify([started('b', holder), recorded(2, 'k', large)]),
    );
    expect((await store().runs.load(runId('b')))?.snapshot).toEqual({ seq: 2, state: { large } });
    await store().runs.delete(runId('b'));
    expect((await store().definitions.get(workflowId('d')))?.definition).toEqual({ large });
  });
}
