// W-full on every host: an agent with tools and a subagent, retries, a map, rows, code with tools, a request, a timer, an approval
// and a sub-workflow.
import type { Engine, RunJson } from '@skein/engine';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashPoints } from '../crash/crash-points.ts';
import { fullPlanEffects, fullPlanned, isUnanswered } from '../crash/full-function.ts';
import { answerOf, fullOptions, saveBegun, startFull } from '../crash/full-world.ts';
import { startLedger, type Ledger } from '../ledger/ledger.ts';
import { outsideAt } from '../ledger/outside.ts';
import { hosts, type HostName, type HostWorld } from './host-world.ts';

export function fullContract(host: HostName): void {
  describe(`W-full on ${host}`, () => {
    let world: HostWorld;
    let other: HostWorld;
    let ledger: Ledger;
    const made = new Map<string, number>();
    beforeAll(async () => {
      ledger = await startLedger();
      const options = fullOptions({
        outside: outsideAt(ledger.url),
        points: crashPoints(null),
        onMade: (what) => made.set(what, (made.get(what) ?? 0) + 1),
        onProblem: () => {},
      });
      [world, other] = [await hosts[host](options), await hosts.embedded(options)];
      await Promise.all([saveBegun(world.engine), saveBegun(other.engine)]);
    });
    afterAll(async () => {
      await Promise.all([world.close(), other.close()]);
      await ledger.close();
    });

    const start = async (engine: Engine) => {
      const { id } = await startFull(engine, 'full');
      expect(await engine.runs.settled(id)).toMatchObject({ status: 'waiting' });
      return id;
    };
    const answerAll = async ({ engine, store }: HostWorld, run: RunJson) => {
      const asked = new Set(run.waits.map(({ id }) => id));
      for (const wait of (await store.waits.list({})).items) {
        if (!asked.has(wait.id) || isUnanswered(wait)) continue;
        await engine.waits.answer(wait.id, await answerOf(wait, outsideAt(ledger.url)));
      }
    };
    const continueUntil = async (host: HostWorld, id: string, node: string) => {
      for (;;) {
        const run = await host.engine.runs.settled(id);
        expect(run.status).toBe('waiting');
        if (run.waits.some((wait) => wait.node === node)) return;
        await answerAll(host, run);
      }
    };
    const continueRun = async (host: HostWorld, id: string, expected: object = fullOutput) => {
      for (;;) {
        const run = await host.engine.runs.settled(id);
        // A deadline may have passed since.
        if (run.status !== 'waiting' && run.status !== 'running') {
          const { status, output } = run;
          expect({ status, output }).toEqual({ status: 'completed', output: expected });
          expect(await host.engine.runs.responded(id)).toMatchObject({
            from: 'response',
            status: 202,
            value: { kept: [expect.anything()] },
          });
          return;
        }
        await answerAll(host, run);
        // An event that nobody sends is waited for until its deadline.
        await pause(5);
      }
    };

    it('[RS3] W-full comes to the same end, and every effect takes place once', async () => {
      const run = await start(world.engine);
      await continueRun(world, run);
      expect([...ledger.calls].map(({ name }) => name).toSorted()).toEqual(fullEffects);
      const steps = [...made].filter(([what]) => what.includes('#1 '));
      // Its first attempt fails.
      const timesMax = (what: string) => (what.endsWith(' try#1') ? 2 : 1);
      expect(steps.filter(([what, times]) => times > timesMax(what))).toEqual([]);
    });

    it('[RS23] W-full moves in the middle, to one process and from there: state and end are the same', async () => {
      // Memory across runs belongs to the store, and the other store has none of what was remembered before the move.
      for (const [from, to, at, memory] of [
        [world, other, 'audit', 1],
        [other, world, 'ask', null],
      ] as const) {
        const run = await start(from.engine);
        await continueUntil(from, run, at);
        const before = await from.engine.runs.get(run);
        await to.engine.runs.import(await from.engine.runs.export(run));
        expect(await to.engine.runs.get(run)).toEqual(before);
        await continueRun(to, run, { ...fullOutput, memory });
      }
    });
  });
}

const fullOutput = {
  desk: 'All is paid.',
  flaky: 'flaky done',
  each: ['labelled ship done', 'labelled ship done', 'labelled ship done'],
  parcels: ['ship done', 'ship done', 'ship done'],
  sub: { last: 'stamp', node: null, results: [{ name: 'stamp', result: 'stamp done' }] },
  rows: [{ label: 'labelled ship done', parcels: 3 }],
  audit: ['look done', 'count done', 'seal done', [3]],
  post: 'post done',
  state: {
    kept: ['flaky done', 'labelled ship done', 'labelled ship done', 'labelled ship done'],
    count: 2,
  },
  memory: 1,
  plan: fullPlanned,
};
const fullEffects = [
  ...fullPlanEffects,
  'bill',
  'count',
  'count',
  'count',
  'flaky',
  'look',
  'look',
  'look',
  'pay',
  'post',
  'reserve',
  'seal',
  'ship',
  'ship',
  'ship',
  'ship',
  'ship',
  'ship',
  'stamp',
].toSorted();
