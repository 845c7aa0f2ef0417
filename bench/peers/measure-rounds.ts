import { isInEveryRound, type Cell, type System } from './measurement.ts';

export interface RoundsOptions {
  readonly rounds: number;
  /** What a peer may take of all rounds together: one that is slow is measured in fewer of them. */
  readonly secondsEach: number;
  readonly runCell: (system: System, round: number) => Promise<Cell>;
  /** Why a system cannot finish, as far as is known before. */
  readonly hopeless: (system: System) => string | null;
  readonly onRound?: (round: number, cells: readonly Cell[]) => void | Promise<void>;
}

/**
 * All systems in turn, in each round. The order rotates, so that none always follows the same neighbour; one that did not finish is not tried
 * again. Floors and Skein (also an earlier one) take part in every round, because all others are compared with them inside a round.
 */
export async function measureRounds(
  systems: readonly System[],
  { rounds, secondsEach, runCell, hopeless, onRound }: RoundsOptions,
): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  const due = new Map(systems.map(({ id }) => [id, rounds]));
  for (let round = 0; round < rounds; round++) {
    for (const [i] of systems.entries()) {
      const system = systems[(i + round) % systems.length];
      if (system === undefined || round >= (due.get(system.id) ?? 0)) continue;
      const reason = round === 0 ? hopeless(system) : null;
      const cell =
        reason === null
          ? await runCell(system, round)
          : { system: system.id, round, seconds: 0, load: 0, dnf: reason };
      cells.push(cell);
      if (cell.dnf !== undefined) due.set(system.id, 0);
      else if (round === 0) due.set(system.id, roundsDue(cell, { rounds, secondsEach }));
    }
    await onRound?.(round, cells);
  }
  return cells;
}

/** In how many rounds a system takes part, by what its first cell took. */
export function roundsDue(
  { system, seconds }: Cell,
  { rounds, secondsEach }: Pick<RoundsOptions, 'rounds' | 'secondsEach'>,
): number {
  if (isInEveryRound(system)) return rounds;
  return Math.max(1, Math.min(rounds, Math.floor(secondsEach / seconds)));
}
