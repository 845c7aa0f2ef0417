// How a compared run is named, so that whoever finds a difference can see it again.

export interface ComparedRun {
  readonly seed: number;
  readonly reloadEvery: number;
}

/** Part of the runs keep their state, the others load it after every event, every second, … */
export function reloadOf(seed: number): number {
  return seed % 5;
}

export function reproduction({ seed, reloadEvery }: ComparedRun): string {
  return `npm run oracle -- --from ${seed} --seeds 1 --reload ${reloadEvery}`;
}
