// The kinds of steps that a pipeline can have, as the studio offers them.
export type StepType = 'custom_llm' | 'custom_agent' | 'stop_checker';

export interface StepEntry {
  readonly type: StepType;
  readonly name: string;
  readonly description: string;
}

export const stepEntries: readonly StepEntry[] = [
  { type: 'custom_llm', name: 'Model call', description: 'One prompt, one answer' },
  { type: 'custom_agent', name: 'Agent', description: 'A prompt with tools' },
  {
    type: 'stop_checker',
    name: 'Stop checker',
    description: 'Stops the run when a condition holds',
  },
];
