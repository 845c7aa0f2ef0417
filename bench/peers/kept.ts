// Measurements are kept as files, so that tables can be measured in pieces: each row of them comes from one measurement.
// Those that the tables are made from are in the repository, so that they add up over machines and years.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { floorOf, isSkein, storeOf, stores, type Measurement, type Store } from './measurement.ts';

export function keep(folder: string, measurement: Measurement): void {
  mkdirSync(folder, { recursive: true });
  // A line for each figure, so that what changed is seen.
  const text = JSON.stringify(measurement).replaceAll('},{', '},\n{');
  writeFileSync(path.join(folder, nameOf(measurement)), `${text}\n`);
}

function nameOf({ workload, size, date }: Measurement): string {
  return `${workload}-${size}-${date.replaceAll(/[:.]/g, '-')}.json`;
}

/** From now on the folder has the measurements that rows of the tables are made from, and no others. */
export function publish(folder: string, kept: readonly Measurement[]): void {
  const used = kept.flatMap(({ workload, size }) =>
    stores.map((store) => measurementOf(kept, { workload, size, store })),
  );
  rmSync(folder, { recursive: true, force: true });
  for (const measurement of used) if (measurement !== undefined) keep(folder, measurement);
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
