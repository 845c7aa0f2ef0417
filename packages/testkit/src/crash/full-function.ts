// The durable function of W-full: items side by side, a sleep, a question beside a child run, an attempt that fails, a failure that is
// caught, an event that does not come, and a race.
import type { Json } from '@skein/kernel';
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

/** The second one is begun by the first, and has to be saved. */
export function fullFunctions({
  outside: place,
  points,
}: FunctionWorld): readonly [Workflow, Workflow] {
  const call = (name: string, { key, signal }: StepContext) =>
    outside(points, name, () => place.call({ name, key, deduplicates: true }, signal));
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
  // Their types are for those who call them by code.
  return [plan as Workflow, load as Workflow];
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
/** What it does outside. */
export const fullPlanEffects = ['arrive', 'load', 'weigh', 'weigh'];
