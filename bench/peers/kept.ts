// Measurements are kept as files, so that tables can be measured in pieces: each row of them comes from one measurement.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { floorOf, isSkein, storeOf, type Measurement, type Store } from './measurement.ts';

export function keep(folder: string, measurement: Measurement): void {
  mkdirSync(folder, { recursive: true });
  const { workload, size, date } = measurement;
  const name = `${workload}-${size}-${date.replaceAll(/[:.]/g, '-')}.json`;
  writeFileSync(path.join(folder, name), JSON.stringify(measurement));
}

export function readKept(folder: string): readonly Measurement[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Measurement);
}

/**
 * Which measurement a row is made from: the one with the most systems of the store, then with the most rounds, then the newest. Skein and its
 * floor must have taken part.
 */
export function measurementOf(
  kept: readonly Measurement[],
  {
    workload,
    size,
    store,
  }: { readonly workload: string; readonly size: number; readonly store: Store },
): Measurement | undefined {
  return kept
    .filter((each) => each.workload === workload && each.size === size && hasBoth(each, store))
    .toSorted(
      (a, b) =>
        systemsOn(b, store).length - systemsOn(a, store).length ||
        b.roundsDone - a.roundsDone ||
        b.date.localeCompare(a.date),
    )[0];
}

function hasBoth(measurement: Measurement, store: Store): boolean {
  const ids = measurement.systems.map(({ id }) => id);
  const skein = systemsOn(measurement, store).find(({ id }) => isSkein(id));
  return measurement.roundsDone > 0 && skein !== undefined && ids.includes(floorOf(skein));
}

export const systemsOn = (measurement: Measurement, store: Store) =>
  measurement.systems.filter((system) => storeOf(system) === store);
