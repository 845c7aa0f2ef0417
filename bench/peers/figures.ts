import {
  floorOf,
  median,
  storeOf,
  type Cell,
  type Measurement,
  type System,
} from './measurement.ts';

/** A system in one measurement: medians over its rounds. Ratios are taken inside a round, because all systems see the same weather there. */
export interface Figures {
  readonly system: System;
  /** In how many it finished. */
  readonly rounds: number;
  readonly dnf: string | undefined;
  readonly value: number;
  readonly timesFloor: number;
  readonly timesSkein: number;
  /** Its own and that of its servers, in µs. */
  readonly cpu: number;
  readonly cpuTimesFloor: number;
}

export function figuresOf(measurement: Measurement, system: System): Figures {
  const cells = cellsOf(measurement, system.id);
  const floor = cellsOf(measurement, floorOf(system));
  const skein = cellsOf(measurement, skeinBeside(measurement, system)?.id ?? '');
  const done = cells.filter(({ dnf }) => dnf === undefined);
  return {
    system,
    rounds: done.length,
    dnf: done.length > 0 ? undefined : cells[0]?.dnf,
    value: median(done.map(valueOf)),
    timesFloor: besides(done, floor, valueOf),
    timesSkein: besides(done, skein, valueOf),
    cpu: median(done.map(cpuOf)),
    cpuTimesFloor: besides(done, floor, cpuOf),
  };
}

const cellsOf = ({ cells }: Measurement, id: string): readonly Cell[] =>
  cells.filter(({ system }) => system === id);

export const skeinBeside = ({ systems }: Measurement, system: System): System | undefined =>
  systems.find((each) => each.file === 'skein' && storeOf(each) === storeOf(system));

function besides(
  cells: readonly Cell[],
  others: readonly Cell[],
  of: (cell: Cell) => number,
): number {
  return median(
    cells.map((cell) => {
      const other = others.find(({ round, dnf }) => round === cell.round && dnf === undefined);
      return other === undefined ? Number.NaN : of(cell) / of(other);
    }),
  );
}

const valueOf = ({ value }: Cell): number => value ?? Number.NaN;
const cpuOf = ({ cpu, helperCpu }: Cell): number => (cpu ?? Number.NaN) + (helperCpu ?? 0);
