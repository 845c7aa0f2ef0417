// Limits across runs, and starts that become one run: part of what every host of runs must do.
import type { RegisteredFunction } from '@skein/agents';
import type { Engine } from '@skein/engine';
import { expect, it } from 'vitest';
import { buildWorkflow, inline } from '../engine/build-workflow.ts';

type Functions = { [name: string]: RegisteredFunction['run'] };

/** `play` runs a scenario with these functions. */
export function slotContract(
  play: (given: Functions, scenario: (engine: Engine) => Promise<void>) => Promise<void>,
): void {
  it('[RS360] limits across runs: runs with one mutex never overlap, and runs of a workflow with a limit begin one by one', () => {
    let [running, most, calls] = [0, 0, 0];
    const f = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      running -= 1;
      return ++calls;
    };
    const locked = { id: 'a', type: 'function', config: { name: 'f' }, mutex: 'printer' };
    const { mutex: _, ...free } = locked;
    const policy = { runs: { concurrency: { limit: 1 } } };
    const workflows = [
      buildWorkflow({ id: 'locked', nodes: [locked] }),
      buildWorkflow({ id: 'one-by-one', policy, nodes: [free] }),
    ];
    return play({ f }, async ({ runs }) => {
      for (const workflow of workflows) {
        [most, calls] = [0, 0];
        const starts = Array.from({ length: 4 }, () => runs.start(workflow));
        const ended = await Promise.all(
          (await Promise.all(starts)).map(({ id }) => runs.finished(id)),
        );
        expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('completed'));
        expect([most, calls]).toEqual([1, 4]);
      }
    });
  });

  it('[RS1600] who waits for a slot goes by priority, and a workflow with a rate begins no more runs in a period', () => {
    const order: string[] = [];
    const at: number[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const f: Functions['f'] = async (args) => {
      const name = String(Object(args).name);
      order.push(name);
      if (name === 'first') await gate;
      return null;
    };
    const g: Functions['g'] = () => at.push(Date.now());
    const ranked = buildWorkflow({
      id: 'ranked',
      nodes: [
        {
          id: 'a',
          type: 'function',
          config: { name: 'f', args: { name: '${trigger.name}' } },
          concurrency: { key: 'desk', limit: 1 },
          priority: '${trigger.rank}',
        },
      ],
    });
    const periodMs = 3000;
    const paced = buildWorkflow({
      id: 'paced',
      policy: { runs: { rate: { limit: 2, per: periodMs } } },
      nodes: [{ id: 'a', type: 'function', config: { name: 'g' } }],
    });
    return play({ f, g }, async ({ runs }) => {
      const start = async (name: string, rank: number) =>
        (await runs.start(ranked, { input: { name, rank } })).id;
      const ids = [await start('first', 0)];
      await expect.poll(() => order).toEqual(['first']);
      for (const [name, rank] of [['late', 5] as const, ['soon', 1] as const]) {
        const id = await start(name, rank);
        ids.push(id);
        const slots = async () => (await runs.get(id)).slots;
        await expect.poll(slots).toMatchObject([{ node: 'a', isGranted: false }]);
      }
      open();
      for (const id of ids) expect((await runs.finished(id)).status).toBe('completed');
      expect(order).toEqual(['first', 'soon', 'late']);

      const began = Date.now();
      const paces = await Promise.all(Array.from({ length: 3 }, () => runs.start(paced)));
      for (const { id } of paces) expect((await runs.finished(id)).status).toBe('completed');
      expect(at).toHaveLength(3);
      expect((at[2] ?? 0) - began).toBeGreaterThanOrEqual(periodMs);
    });
  });

  it('[RS600] starts in quick succession become one run with the newest input, and keys hold', () => {
    const seen: unknown[] = [];
    const f: Functions['f'] = (args) => seen.push(args);
    const workflow = buildWorkflow({
      id: 'debounced',
      policy: { runs: { debounce: { key: '${trigger.doc}', quietMs: 5000 } } },
      nodes: [{ id: 'a', type: 'function', config: { name: 'f', args: { v: '${trigger.v}' } } }],
    });
    return play({ f }, async ({ runs }) => {
      const start = (v: number, idempotencyKey = `start ${v}`) =>
        runs.start(workflow, { input: { doc: 1, v }, idempotencyKey });
      const first = await start(1);
      expect(first.debounced).toBe('waiting');
      const joined = { id: first.id, debounced: 'joined' };
      expect(await Promise.all([start(2), start(3)])).toEqual([joined, joined]);
      expect(await start(4)).toEqual(joined);
      expect(await start(2)).toEqual({ id: first.id, isRepeated: true });
      await expect(start(9, 'start 2')).rejects.toMatchObject({ code: 'START_REPEATED' });
      expect(await runs.get(first.id)).toMatchObject({ status: 'waiting', quiet: { key: '1' } });
      const ended = await runs.finished(first.id);
      expect(ended).toMatchObject({ status: 'completed', input: { doc: 1, v: 4 } });
      expect(seen).toEqual([{ v: 4 }]);
      const next = await start(5);
      expect([next.debounced, next.id === first.id]).toEqual(['waiting', false]);
      await runs.finished(next.id);
    });
  });

  it('[RS2300] of activations with the same debounce key the newest is executed, and the others are superseded', () => {
    const seen: unknown[] = [];
    const f: Functions['f'] = (args) => seen.push(args);
    const workflow = buildWorkflow({
      id: 'indexing',
      nodes: [
        {
          id: 'a',
          type: 'function',
          config: { name: 'f', args: { v: '${trigger.v}' } },
          debounce: { key: '${trigger.doc}', quietMs: 3000 },
        },
      ],
    });
    return play({ f }, async ({ runs }) => {
      const ids: string[] = [];
      for (let v = 1; v <= 3; v++) {
        const { id } = await runs.start(workflow, { input: { doc: 1, v } });
        ids.push(id);
        // It is known in which order they came.
        const slots = async () => (await runs.get(id)).slots;
        await expect.poll(slots).toMatchObject([{ node: 'a', isGranted: false }]);
      }
      for (const id of ids) expect((await runs.finished(id)).status).toBe('completed');
      expect(seen).toEqual([{ v: 3 }]);
      const { words } = await runs.explain(ids[0] ?? '', 'a');
      expect(words.join(' ')).toContain(`superseded by run ${ids[2]}`);
    });
  });

  it('[RS601] a run below that waits for what a run above it holds fails, and says so', () => {
    const inner = { id: 'in', type: 'function', config: { name: 'f' }, mutex: 'both' };
    const config = { workflow: inline(buildWorkflow({ nodes: [inner] })) };
    const workflow = buildWorkflow({
      id: 'above',
      nodes: [{ id: 'sub', type: 'subworkflow', mutex: 'both', config }],
    });
    return play({ f: () => 1 }, async ({ runs }) => {
      const { id } = await runs.start(workflow);
      const { status, error } = await runs.finished(id);
      expect([status, error?.code]).toEqual(['failed', 'SLOT_DEADLOCK']);
    });
  });
}
