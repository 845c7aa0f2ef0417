import type { RunJson } from '@skein/engine';
import { count } from './count.ts';

/** `2 model calls, 300 tokens in, 30 out, 0.000600 USD`; without the money where nothing has a price. */
export function formatUsage({ modelCalls, inputTokens, outputTokens, usd }: ModelUsage): string {
  const cost = usd === 0 ? '' : `, ${usd.toFixed(6)} USD`;
  return `${count(modelCalls, 'model call')}, ${inputTokens} tokens in, ${outputTokens} out${cost}`;
}

type ModelUsage = Omit<RunJson['usage'], 'steps'>;
