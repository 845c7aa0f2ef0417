import { isOver, type RunId } from '@skein/kernel';
import { hasEnded } from '@skein/ports';
import { isElsewhere } from '../../cluster/commands/run-on-owner.ts';
import { findRun, type FindRuntime } from '../../cluster/find-run.ts';
import { readRun } from '../../cluster/read-run.ts';
import { isSettled } from '../../core/driver/update-settled.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { pollRun } from './follow-elsewhere.ts';
import { runJson, type RunJson } from './run-json.ts';
import { isSettledElsewhere } from './settled-elsewhere.ts';

/** The run when it has ended. */
export async function whenOver(runtime: FindRuntime, run: RunId): Promise<RunJson> {
  const driver = await findHere(runtime, run);
  if (driver === 'elsewhere') {
    await pollRun(runtime, run, hasEnded);
    return runJson(await readRun(runtime, run));
  }
  if (isOver(driver.state) && !driver.isBusy) return runJson(driver);
  await driver.watchers.until('finished');
  return runJson(driver);
}

/** The run when it has ended, or only people and events can continue it. */
export async function whenSettled(runtime: FindRuntime, run: RunId): Promise<RunJson> {
  const driver = await findHere(runtime, run);
  if (driver === 'elsewhere') {
    await pollRun(runtime, run, (record) => isSettledElsewhere(runtime, record));
    return runJson(await readRun(runtime, run));
  }
  if (isSettled(driver) && !driver.isBusy) return runJson(driver);
  await driver.watchers.until('settled');
  return runJson(driver);
}

async function findHere(runtime: FindRuntime, run: RunId): Promise<DrivenRun | 'elsewhere'> {
  try {
    return await findRun(runtime, run);
  } catch (error) {
    if (isElsewhere(error)) return 'elsewhere';
    throw error;
  }
}
