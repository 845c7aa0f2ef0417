// The node bodies: as close to nothing as possible, so that what is measured is what an engine adds.

export interface Counted {
  readonly count: number;
}

export async function countUp({ count }: Counted): Promise<Counted> {
  return { count: count + 1 };
}

export async function work(i: number): Promise<{ i: number; v: number }> {
  return { i, v: i * 2 };
}

export async function sum(
  parts: readonly { readonly v: number }[],
): Promise<{ n: number; sum: number }> {
  let total = 0;
  for (const { v } of parts) total += v;
  return { n: parts.length, sum: total };
}
