import { isOver, type RunId } from '@skein/kernel';
import { hasEnded, type RunRecord } from '@skein/ports';
import { isAway, knownDriver, locateRun, type FindRuntime } from '../../cluster/find-run.ts';
import type { Elsewhere } from '../../cluster/peers.ts';
import { readRun } from '../../cluster/read-run.ts';
import { isSettled } from '../../core/driver/update-settled.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { pollRun } from './follow-elsewhere.ts';
import { runAnswer, type RunAnswer } from './run-answer.ts';
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

/** What the run answers its caller: by a `respond` node, or else with its end. */
export async function whenResponded(
  runtime: FindRuntime,
  run: RunId,
  options: AwaitOptions = {},
): Promise<RunAnswer> {
  let seen = -1;
  const json = await whenDone(runtime, run, options, {
    mark: 'responded',
    isDone: ({ state }) => state.response !== null || isOver(state),
    isDoneElsewhere: async (record) => {
      if (hasEnded(record)) return true;
      // Its journal is read again only when there is more of it.
      if (record.seq === seen) return false;
      seen = record.seq;
      return (await readRun(runtime, run)).state.response !== null;
    },
  });
  return runAnswer(json);
}

/** What is awaited. */
interface Goal {
  readonly mark: 'finished' | 'settled' | 'responded';
  readonly isDone: (driver: DrivenRun) => boolean;
  readonly isDoneElsewhere: (record: RunRecord) => boolean | Promise<boolean>;
}

async function whenDone(
  runtime: FindRuntime,
  run: RunId,
  { onElsewhere }: AwaitOptions,
  { mark, isDone, isDoneElsewhere }: Goal,
): Promise<RunJson> {
  let driver = knownDriver(runtime, run) ?? (await locateRun(runtime, run));
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
