// The closed table of steps (SPEC K830): what they are called, what they take and an example of each is data, for the documentation,
// for hints and for editors.
import type { StepEntry } from './step-entry.ts';
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

/** In the order in which documentation and palettes show them. */
const entries: readonly StepEntry[] = [
  filterStep,
  sortStep,
  limitStep,
  dedupeStep,
  groupStep,
  aggregateStep,
  pickStep,
  omitStep,
  renameStep,
  setStep,
  splitStep,
  chunkStep,
  flattenStep,
  mergeStep,
];

export const stepTable: ReadonlyMap<string, StepEntry> = new Map(
  entries.map((entry) => [entry.op, entry]),
);

/** One row of the table for people. */
export type DescribedStep = Omit<StepEntry, 'compile'>;

/** All steps, for documentation and editors. */
export function describeSteps(): readonly DescribedStep[] {
  return entries.map(({ op, title, description, settings, example }) => {
    return { op, title, description, settings, example };
  });
}
