import { moneyWords } from '../../../text/time-words.ts';

interface Spent {
  readonly input: number;
  readonly output: number;
  readonly usd: number;
}

/** What a step spent, by name; nothing if it spent nothing. */
export function usageRows({ input, output, usd }: Spent): readonly (readonly [string, string])[] {
  const tokens = `${input.toLocaleString('en')} in · ${output.toLocaleString('en')} out`;
  return [
    ...(input + output > 0 ? [['Tokens', tokens] as const] : []),
    ...(input + output > 0 || usd > 0 ? [['Cost', moneyWords(usd)] as const] : []),
  ];
}
