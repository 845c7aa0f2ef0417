import type { Engine } from '@skein/engine';

type Explanation = Awaited<ReturnType<Engine['runs']['explain']>>;

/** Why each of the nodes ran or did not, in the order asked for. */
export async function explainNodes(
  { runs }: Engine,
  run: string,
  nodes: readonly string[],
): Promise<readonly Explanation[]> {
  const explained: Explanation[] = [];
  for (const node of nodes) explained.push(await runs.explain(run, node));
  return explained;
}

/** One line: what it is, and what was said first about why. */
export function briefly({ words }: Explanation): string {
  return words.slice(0, 2).join(' ');
}

export function formatExplanation({ words }: Explanation): string {
  const [first = '', ...rest] = words;
  return `${[first, ...rest.map((sentence) => `  ${sentence}`)].join('\n')}\n`;
}
