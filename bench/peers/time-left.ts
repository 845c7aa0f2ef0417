import { roundsDue } from './measure-rounds.ts';
import { isInEveryRound, type Cell, type System } from './measurement.ts';

/** One workload at one size, with the systems that take part. */
export interface Planned {
  readonly workload: string;
  readonly size: number;
  readonly systems: readonly System[];
}

export interface Pace {
  readonly rounds: number;
  readonly secondsEach: number;
  readonly timeoutS: number;
  /** What cells took: of this measurement, or of an earlier one. */
  readonly known: (planned: Planned, system: string) => readonly Cell[];
}

/** Guesses for a system of which nothing is known: most need a few seconds, and many servers are slow. */
const guessS = { own: 5, peer: 12 };

/** About how many seconds the measurement takes from its start. */
export function secondsFor(plan: readonly Planned[], pace: Pace): number {
  let sum = 0;
  for (const planned of plan)
    for (const system of planned.systems) sum += secondsOf(planned, system.id, pace);
  return sum;
}

function secondsOf(
  planned: Planned,
  system: string,
  { rounds, secondsEach, timeoutS, known }: Pace,
): number {
  const cells = known(planned, system);
  const [first] = cells;
  if (first === undefined) {
    const seconds = isInEveryRound(system) ? guessS.own : guessS.peer;
    return seconds * roundsDue(cellOf(system, seconds), { rounds, secondsEach });
  }
  if (first.dnf !== undefined) return Math.min(first.seconds, timeoutS);
  const seconds = cells.reduce((all, cell) => all + cell.seconds, 0) / cells.length;
  return seconds * roundsDue(first, { rounds, secondsEach });
}

const cellOf = (system: string, seconds: number): Cell => ({ system, round: 0, seconds, load: 0 });

export function shownTime(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}
