// The closed table of steps (SPEC K830): what they are called, what they take and an example of each is data, for the documentation,
// for hints and for editors.
import type { StepEntry } from './step-entry.ts';
import { STEP_NAMES, type StepName } from './step-names.ts';
import { aggregateStep } from './steps/aggregate.ts';
import { chunkStep } from './steps/chunk.ts';
import { dedupeStep } from './steps/dedupe.ts';
import { filterStep } from './steps/filter.ts';
import { flattenStep } from './steps/flatten.ts';
import { groupStep } from './steps/group.ts';
import { limitStep } from './steps/limit.ts';
import { mergeStep } from './steps/merge.ts';
import { omitStep } from './steps/omit.ts';
import { pickStep } from './steps/pick.ts';
import { renameStep } from './steps/rename.ts';
import { setStep } from './steps/set.ts';
import { sortStep } from './steps/sort.ts';
import { splitStep } from './steps/split.ts';

const entries: Readonly<Record<StepName, StepEntry>> = {
  filter: filterStep,
  sort: sortStep,
  limit: limitStep,
  dedupe: dedupeStep,
  group: groupStep,
  aggregate: aggregateStep,
  pick: pickStep,
  omit: omitStep,
  rename: renameStep,
  set: setStep,
  split: splitStep,
  chunk: chunkStep,
  flatten: flattenStep,
  merge: mergeStep,
};

export const stepTable: ReadonlyMap<string, StepEntry> = new Map(
  STEP_NAMES.map((name) => [name, entries[name]]),
);

/** One row of the table for people. */
export type DescribedStep = Omit<StepEntry, 'compile'>;

/** All steps, for documentation and editors. */
export function describeSteps(): readonly DescribedStep[] {
  return [...stepTable.values()].map(({ op, title, description, settings, example }) => {
    return { op, title, description, settings, example };
  });
}
