import { isOver, type RunId } from '@skein/kernel';
import { hasEnded, type RunRecord } from '@skein/ports';
import { isAway, locateRun, type FindRuntime } from '../../cluster/find-run.ts';
import type { Elsewhere } from '../../cluster/peers.ts';
import { readRun } from '../../cluster/read-run.ts';
import { isSettled } from '../../core/driver/update-settled.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { pollRun } from './follow-elsewhere.ts';
import { runJson, type RunJson } from './run-json.ts';
import { isSettledElsewhere } from './settled-elsewhere.ts';

export interface AwaitOptions {
  /** Told first if another process drives the run: it is taken over when that process no longer renews its lease. */
  readonly onElsewhere?: (elsewhere: Elsewhere) => void;
}

/** The run when it has ended. */
export function whenOver(
  runtime: FindRuntime,
  run: RunId,
  options: AwaitOptions = {},
): Promise<RunJson> {
  return whenDone(runtime, run, options, {
    mark: 'finished',
    isDone: (driver) => isOver(driver.state),
    isDoneElsewhere: hasEnded,
  });
}

/** The run when it has ended, or only people and events can continue it. */
export function whenSettled(
  runtime: FindRuntime,
  run: RunId,
  options: AwaitOptions = {},
): Promise<RunJson> {
  return whenDone(runtime, run, options, {
    mark: 'settled',
    isDone: isSettled,
    isDoneElsewhere: (record) => isSettledElsewhere(runtime, record),
  });
}

/** What is awaited. */
interface Goal {
  readonly mark: 'finished' | 'settled';
  readonly isDone: (driver: DrivenRun) => boolean;
  readonly isDoneElsewhere: (record: RunRecord) => boolean | Promise<boolean>;
}

async function whenDone(
  runtime: FindRuntime,
  run: RunId,
  { onElsewhere }: AwaitOptions,
  { mark, isDone, isDoneElsewhere }: Goal,
): Promise<RunJson> {
  let driver = await locateRun(runtime, run);
  if (isAway(driver)) {
    onElsewhere?.(driver);
    const taken = await pollRun(runtime, { run, elsewhere: driver }, isDoneElsewhere);
    if (taken === null) return runJson(await readRun(runtime, run));
    driver = taken;
  }
  if (isDone(driver) && !driver.isBusy) return runJson(driver);
  await driver.watchers.until(mark);
  return runJson(driver);
}
