import type { Usage } from './evaluation.ts';

export const noUsage: Usage = {
  steps: 0,
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  usd: 0,
};

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    steps: one.steps + other.steps,
    modelCalls: one.modelCalls + other.modelCalls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    usd: one.usd + other.usd,
  };
}
