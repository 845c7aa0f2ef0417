// What is measured beside the peers, and kept: one workload at one size, in rounds in which every system takes its turn.

/** A way to use an engine, as its adapter in the harness describes it. */
export interface System {
  /** `temporal:tuned`: the adapter's file and the variant. */
  readonly id: string;
  readonly file: string;
  readonly variant: string;
  readonly kind: 'memory' | 'durable';
  /** The floor that it is compared with, if it is not the one of the same name. */
  readonly floor?: string;
  /** What survives what, in the words of the adapter. */
  readonly durability: string;
  readonly needs?: readonly string[];
  readonly install?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: Readonly<Record<string, boolean>>;
}

/** A system at one workload and size in one round. Times are in the unit of the workload, processor times in µs. */
export interface Cell {
  readonly system: string;
  readonly round: number;
  /** What the whole cell took, its start and its warming included. */
  readonly seconds: number;
  readonly load: number;
  readonly value?: number;
  readonly cpu?: number;
  /** Of the servers that it needs. */
  readonly helperCpu?: number;
  /** Why there is no figure. */
  readonly dnf?: string;
}

export interface Measurement {
  readonly workload: string;
  readonly size: number;
  readonly title: string;
  readonly unit: string;
  readonly date: string;
  /** Of Skein. */
  readonly commit: string;
  readonly node: string;
  readonly cores: number;
  readonly rounds: number;
  readonly timeoutS: number;
  /** What a 4 KB write with its sync took in each round, in µs. */
  readonly syncUs: readonly number[];
  readonly versions: Readonly<Record<string, string>>;
  readonly systems: readonly System[];
  /** Those that can do this workload, and were left out. */
  readonly absent: readonly System[];
  readonly cells: readonly Cell[];
  readonly roundsDone: number;
}

/** Systems are compared with those that keep their runs in the same kind of place. */
export const stores = ['memory', 'disk', 'postgres'] as const;
export type Store = (typeof stores)[number];

export function storeOf({ kind, variant }: Pick<System, 'kind' | 'variant'>): Store {
  if (kind === 'memory') return 'memory';
  return variant === 'pg' ? 'postgres' : 'disk';
}

export const floorOf = ({ kind, floor, variant }: System): string =>
  `floor:${kind === 'memory' ? 'memory' : (floor ?? variant)}`;

export const isFloor = (id: string): boolean => id.startsWith('floor:');
export const isSkein = (id: string): boolean => id.startsWith('skein:');
/** The Skein of an earlier commit, which today's is compared with. */
export const isBefore = (id: string): boolean => id.startsWith('skein-before:');
/** What others are compared with takes part in every round. */
export const isInEveryRound = (id: string): boolean => isFloor(id) || isSkein(id) || isBefore(id);

export function median(numbers: readonly number[]): number {
  const sorted = numbers.filter((each) => Number.isFinite(each)).toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
