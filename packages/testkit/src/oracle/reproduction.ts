// How a compared run is named, so that a difference can be reproduced.

export interface ComparedRun {
  readonly seed: number;
  readonly reloadEvery: number;
}

/** Some of the runs keep their state, the others reload it after every event, every second, … */
export function reloadOf(seed: number): number {
  return seed % 5;
}

export function reproduction({ seed, reloadEvery }: ComparedRun): string {
  return `npm run oracle -- --from ${seed} --seeds 1 --reload ${reloadEvery}`;
}
