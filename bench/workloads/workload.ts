/** One thing to measure: `prepare` once per size, then the returned function repeatedly. */
export interface Workload {
  /** What one unit is: the figure is microseconds per unit. */
  readonly unit: string;
  readonly sizes: readonly number[];
  /** How many units a run of this size has; default: the size. */
  readonly units?: (size: number) => number;
  readonly prepare: (size: number) => Promise<() => Promise<void>>;
}

export type Workloads = { readonly [name: string]: Workload };

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`WRONG RESULT: ${what}`);
}

const closings: (() => Promise<void>)[] = [];

/** Something to be closed when everything is measured. */
export function closeLater(close: () => Promise<void>): void {
  closings.push(close);
}

export async function closeAll(): Promise<void> {
  for (const close of closings.splice(0).reverse()) await close();
}
