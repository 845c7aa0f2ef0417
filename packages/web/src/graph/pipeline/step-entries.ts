// The kinds of steps that a pipeline can have, as the studio offers them.
import { pipelineSteps, type StepType } from '@skein/dialects';

export interface StepEntry {
  readonly type: StepType;
  readonly name: string;
  readonly description: string;
}

export const stepEntries: readonly StepEntry[] = Object.entries(pipelineSteps).map(
  // True because a literal without a spread has exactly the keys of its type.
  ([type, { name, summary }]) => ({ type: type as StepType, name, description: summary }),
);
