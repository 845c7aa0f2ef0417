import { EngineError, type StoredRun } from '@skein/ports';
import type { RunDriver } from '../core/driver/run-driver.ts';
import { rebuild } from './ownership/revive-runs.ts';
import type { Runtime } from '../runtime.ts';

/** The run as it is, without driving it: from memory, else from the store. */
export async function readRun(runtime: Runtime, run: string): Promise<RunDriver> {
  const known = runtime.drivers.get(run) ?? runtime.endedRuns.get(run);
  if (known !== undefined) return known;
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  return driverOf(runtime, stored);
}

/** A driver that nobody sets to work, with the state of a run as it was read. */
export async function driverOf(runtime: Runtime, stored: StoredRun): Promise<RunDriver> {
  const { driver, state } = await rebuild(runtime, stored, { isLazy: true });
  driver.adopt(state, []);
  return driver;
}
