// The durable functions of W-full. `full-plan`: items side by side, a sleep, a question beside a child run, an attempt that fails, a failure
// that is caught, an event that does not come, and a race. `full-tour`, of the story "functions" alone, has a restart, child runs for each
// item, one of which fails, a question that nobody answers, an attempt that takes too long, calls of one name in one go, and the plan below it.
import type { Json } from '@skein/kernel';
import type { WaitRecord } from '@skein/ports';
import {
  event,
  StepError,
  TimeoutError,
  workflow,
  type StepContext,
  type Workflow,
} from '@skein/sdk';
import type { Outside } from '../ledger/outside.ts';
import { outside, type CrashPoints } from './crash-points.ts';

interface FunctionWorld {
  readonly outside: Outside;
  readonly points: CrashPoints;
}

const silence = event<{ readonly of: string }>('silence');

/** All of them: those that others begin by their ids have to be saved. */
export function fullFunctions(world: FunctionWorld): readonly Workflow[] {
  const [load, plan] = planFunctions(world);
  // Their types are for those who call them by code.
  return [load, plan, tourFunction(world, { load, plan })] as readonly Workflow[];
}

type Call = (name: string, step: StepContext) => Promise<string>;

function calling({ outside: place, points }: FunctionWorld): Call {
  return (name, { key, signal }) =>
    outside(points, name, () => place.call({ name, key, deduplicates: true }, signal));
}

function planFunctions(world: FunctionWorld) {
  const call = calling(world);
  const load = workflow('full-load', async (io, parcels: number) => {
    await io.sleep(3);
    return `${parcels} ${await io.step('load', (step) => call('load', step))}`;
  });
  const plan = workflow('full-plan', { workflows: [load] }, async (io) => {
    const lots = await io.map('lots', ['x', 'y'], async (lot, own) => {
      const weighed = await own.step('weigh', (step) => call('weigh', step));
      return own.step('note', () => `${lot} ${weighed}`);
    });
    await io.sleep(3);
    const [boss, loaded] = await Promise.all([
      io.approval('boss', { prompt: 'Load it?' }),
      io.run('load', load, lots.length),
    ]);
    const tried = await io.step(
      'try',
      ({ attempt }) => {
        if (attempt === 1) throw new Error('Not at the first attempt.');
        return attempt;
      },
      { retry: { attempts: 2, backoff: 3 } },
    );
    const broken = await io
      .step('break', () => {
        throw new Error('broken');
      })
      .catch((error: unknown) => (error instanceof StepError ? error.message : 'lost'));
    const heard = await io
      .event(silence, { if: { of: io.runId }, within: 3 })
      .catch((error: unknown) => (error instanceof TimeoutError ? 'nothing' : 'lost'));
    const first = await io.race('first', [
      (own) => own.sleep('1h').then(() => 'slept'),
      (own) => own.step('arrive', (step) => call('arrive', step)),
    ]);
    return { lots, approved: boss.approved, loaded, tried, broken, heard, first };
  });
  return [load, plan] as const;
}

type Plans = ReturnType<typeof planFunctions>;

function tourFunction(
  world: FunctionWorld,
  { load, plan }: { readonly load: Plans[0]; readonly plan: Plans[1] },
) {
  const call = calling(world);
  return workflow('full-tour', { workflows: [load, plan] }, async (io, day: number) => {
    const packed = await io.step('pack', (step) => call('pack', step));
    if (day === 1) io.restart(2);
    const trucks = await io.mapSettled(
      'trucks',
      [1, 2, 3],
      async (truck, own) => {
        await own.step('fuel', () => {
          if (truck === 2) throw new Error('empty');
        });
        const { approved } = await own.approval('leave', { prompt: `Truck ${truck}?` });
        return [approved, await own.run('load', load, truck)];
      },
      { concurrency: 2 },
    );
    const nobody = await io
      .approval(unanswered, { prompt: 'Who is there?', within: 5 })
      .catch((error: unknown) => (error instanceof TimeoutError ? 'nobody' : 'lost'));
    const slow = await io
      .step('slow', () => new Promise<string>(() => {}), {
        timeout: 5,
        retry: { attempts: 2, backoff: 3 },
      })
      .catch((error: unknown) => (error instanceof TimeoutError ? 'too slow' : 'lost'));
    const names = await Promise.all(
      ['one', 'two'].map((name) =>
        io.step('name', async (step) => [name, await call('name', step)]),
      ),
    );
    await io.sleep(new Date((await io.now()).getTime() + 5));
    const planned = await io.run('plan', plan, null);
    const id = io.uuid();
    const isSame = (await io.step('id', () => id)) === id;
    return { day, packed, trucks, nobody, slow, names, planned, isSame };
  });
}

const unanswered = 'nobody';
/** Nobody answers it, so that its deadline passes. */
export function isUnanswered({ question }: WaitRecord): boolean {
  return question.kind === 'event' || question.name === unanswered;
}

export const fullPlanned: Json = {
  lots: ['x weigh done', 'y weigh done'],
  approved: true,
  loaded: '2 load done',
  tried: 2,
  broken: 'broken',
  heard: 'nothing',
  first: 'arrive done',
};
/** What the tour gives. */
export const fullToured: Json = {
  day: 2,
  packed: 'pack done',
  trucks: [
    { ok: true, value: [true, '1 load done'] },
    { ok: false, error: { code: 'STEP_FAILED', message: 'empty' } },
    { ok: true, value: [true, '3 load done'] },
  ],
  nobody: 'nobody',
  slow: 'too slow',
  names: [
    ['one', 'name done'],
    ['two', 'name done'],
  ],
  planned: fullPlanned,
  isSame: true,
};
/** What the plan does outside. */
export const fullPlanEffects = ['arrive', 'load', 'weigh', 'weigh'];
