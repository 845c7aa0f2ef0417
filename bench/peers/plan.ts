import type { Harness } from './harness.ts';
import { measurementOf } from './kept.ts';
import { storeOf, stores, type Measurement, type Store, type System } from './measurement.ts';
import type { IsStale } from './peers-table.ts';
import type { Planned } from './time-left.ts';

export interface Wanted {
  /** Workloads, or a size of one: `W2`, `W2:1000`. */
  readonly only?: readonly string[] | undefined;
  /** Instead of those of the harness. */
  readonly sizes?: readonly number[] | undefined;
  /** Adapters or variants: `temporal`, `temporal:tuned`. */
  readonly systems?: readonly string[] | undefined;
  readonly stores?: readonly string[] | undefined;
}

export interface PlannedRow extends Planned {
  readonly absent: readonly System[];
}

/** What is to be measured, in the order in which workloads and sizes were given. */
export function planOf(
  { workloads, systems }: Pick<Harness, 'workloads' | 'systems'>,
  wanted: Wanted,
): readonly PlannedRow[] {
  const asked = (wanted.only ?? Object.keys(workloads)).map(rowsAsked);
  refuseUnknown(
    'workload',
    asked.map(({ name }) => name),
    Object.keys(workloads),
  );
  refuseUnknown('store', wanted.stores, stores);
  refuseUnknown(
    'system',
    wanted.systems,
    systems.flatMap(({ id, file }) => [id, file]),
  );
  return asked.flatMap(({ name, size: only }) => {
    const { kinds = [], sizes = [] } = workloads[name] ?? {};
    const able = systems
      .filter(({ kind, only, skip }) => {
        const canDo = only === undefined || only.includes(name);
        return kinds.includes(kind) && canDo && skip?.[name] !== true;
      })
      .filter((system) => wanted.stores?.includes(storeOf(system)) ?? true);
    const chosen = able.filter((system) => isChosen(system, wanted));
    const absent = able.filter((system) => !chosen.includes(system));
    if (chosen.length === 0) return [];
    return (only === undefined ? (wanted.sizes ?? sizes) : [only]).map((size) => ({
      workload: name,
      size,
      systems: chosen,
      absent,
    }));
  });
}

function rowsAsked(text: string): { readonly name: string; readonly size?: number } {
  const [name = '', size] = text.split(':');
  if (size === undefined) return { name };
  if (!/^[1-9]\d*$/.test(size)) throw new Error(`A size is a whole number above 0, not "${size}".`);
  return { name, size: Number(size) };
}

const isChosen = ({ id, file }: System, { systems }: Wanted): boolean =>
  systems === undefined || systems.includes(id) || systems.includes(file);

function refuseUnknown(
  what: string,
  given: readonly string[] | undefined,
  known: readonly string[],
): void {
  const unknown = given?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length === 0) return;
  const names = [...new Set(known)].join(', ');
  throw new Error(`Unknown ${what}: ${unknown.join(', ')}. There are: ${names}.`);
}

/** The part of the plan of which no measurement of today's code is kept, with as many systems and rounds. */
export function missingOf(
  plan: readonly PlannedRow[],
  kept: readonly Measurement[],
  { rounds, isStale }: { readonly rounds: number; readonly isStale: IsStale },
): readonly PlannedRow[] {
  return plan.flatMap((row) => {
    const lacking = (store: Store) => {
      const found = measurementOf(kept, { workload: row.workload, size: row.size, store });
      if (found === undefined || found.roundsDone < rounds || isStale(found.commit)) return true;
      const ids = new Set(found.systems.map(({ id }) => id));
      return row.systems.some((system) => storeOf(system) === store && !ids.has(system.id));
    };
    const systems = row.systems.filter((system) => lacking(storeOf(system)));
    return systems.length === 0 ? [] : [{ ...row, systems }];
  });
}
