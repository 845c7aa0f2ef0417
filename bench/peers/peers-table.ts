// The tables of the peers, from the measurements that are kept: for each workload, size and store the floor, Skein and every peer, with wall and
// processor time and what each promises; and where a peer is faster, why.
import { figuresOf, type Figures } from './figures.ts';
import { measurementOf, systemsOn } from './kept.ts';
import {
  floorOf,
  isBefore,
  isFloor,
  isSkein,
  storeOf,
  stores,
  type Measurement,
  type Store,
  type System,
} from './measurement.ts';
import { promiseOf } from './promises.ts';

/** Whether Skein's code is another one now than at that commit. */
export type IsStale = (commit: string) => boolean;

/** One workload at one size on one kind of store. */
interface Row {
  readonly measurement: Measurement;
  readonly store: Store;
  readonly figures: readonly Figures[];
  readonly skein: Figures;
  /** Those that finished, the fastest first. */
  readonly peers: readonly Figures[];
}

const placeNames: Readonly<Record<Store, string>> = {
  memory: 'in memory',
  disk: 'on a disk (SQLite, files, or a server of its own)',
  postgres: 'on PostgreSQL',
};

export function peersText(kept: readonly Measurement[], isStale: IsStale): string {
  const rows = rowsOf(kept);
  return [
    overview(rows),
    fasterPeers(rows),
    'Every system, the fastest first. A processor time includes that of the servers that a system needs. Ratios are medians of those inside the rounds:',
    ...rows.map((row) => detail(row, isStale)),
    versionsLine(rows),
  ].join('\n\n');
}

function rowsOf(kept: readonly Measurement[]): readonly Row[] {
  const places = new Map(
    kept.map(({ workload, size }) => [`${workload} ${size}`, { workload, size }]),
  );
  const sorted = [...places.values()].toSorted(
    (a, b) => a.workload.localeCompare(b.workload) || a.size - b.size,
  );
  return sorted.flatMap((place) => stores.flatMap((store) => rowOf(kept, { ...place, store })));
}

function rowOf(
  kept: readonly Measurement[],
  place: { readonly workload: string; readonly size: number; readonly store: Store },
): readonly Row[] {
  const measurement = measurementOf(kept, place);
  if (measurement === undefined) return [];
  const { store } = place;
  const figures = systemsOn(measurement, store).map((system) => figuresOf(measurement, system));
  const skein = figures.find(({ system }) => isSkein(system.id));
  if (skein === undefined) return [];
  const peers = figures
    .filter(({ system, rounds }) => isPeer(system) && rounds > 0)
    .toSorted((a, b) => a.timesSkein - b.timesSkein);
  return [{ measurement, store, figures, skein, peers }];
}

const isPeer = ({ id }: System): boolean => !isFloor(id) && !isSkein(id) && !isBefore(id);

function overview(rows: readonly Row[]): string {
  const own = ['workload', 'size', 'store', 'floor', 'Skein before', 'Skein', '× floor'];
  const cpu = ['CPU of the floor', 'of Skein', '× floor'];
  const head = [...own, ...cpu, 'fastest peer', 'fastest that promises as much'];
  return table(
    head,
    rows.map(({ measurement, store, figures, skein, peers }) => {
      const floor = figures.find(({ system }) => system.id === floorOf(skein.system));
      const before = figures.find(({ system }) => isBefore(system.id));
      const equal = peers.find(({ system }) => promiseOf(system).less === undefined);
      return [
        measurement.workload,
        measurement.size.toLocaleString('en-US'),
        store,
        withUnit(floor?.value, measurement.unit),
        withUnit(before?.value, measurement.unit),
        withUnit(skein.value, measurement.unit),
        shown(skein.timesFloor),
        shown(floor?.cpu),
        shown(skein.cpu),
        shown(skein.cpuTimesFloor),
        besideSkein(peers[0]),
        besideSkein(equal),
      ];
    }),
  );
}

const besideSkein = (peer: Figures | undefined): string =>
  peer === undefined
    ? '–'
    : `${peer.system.id} ${shown(peer.value)} (${shown(peer.timesSkein)} × Skein)`;

/** Whoever is faster than Skein on the same kind of store, and what explains it: often a smaller promise, and sometimes nothing. */
function fasterPeers(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ measurement, store, skein, peers }) =>
    peers
      .filter(({ timesSkein }) => timesSkein < 1)
      .map((peer) => {
        const size = measurement.size.toLocaleString('en-US');
        const place = `${measurement.workload}, ${size}, ${placeNames[store]}`;
        const times = `${peer.system.id} takes ${shown(peer.value)}, Skein ${shown(skein.value)} ${measurement.unit}`;
        const { less } = promiseOf(peer.system);
        const why =
          less === undefined ? 'It promises as much, and is faster.' : `It promises less: ${less}.`;
        return `- ${place}: ${times} (${shown(peer.timesSkein)} × Skein). ${why}`;
      }),
  );
  if (lines.length === 0) return 'No peer was faster than Skein on a store of the same kind.';
  return ['Where a peer is faster:', '', ...lines].join('\n');
}

function detail(row: Row, isStale: IsStale): string {
  const { measurement, store, figures, skein } = row;
  const { workload, size, title, unit } = measurement;
  const finished = figures.filter(({ rounds }) => rounds > 0);
  const sorted = [
    ...finished.toSorted((a, b) => a.value - b.value),
    ...figures.filter(({ rounds }) => rounds === 0),
  ];
  const lines = sorted.map((each) => lineOf(each, { measurement, skein }));
  const head = ['system', unit, '× floor', 'CPU µs', 'CPU × floor', '× Skein', 'rounds', 'promise'];
  return [
    `### ${workload}, ${size.toLocaleString('en-US')}: ${title}, ${placeNames[store]}`,
    aboutRow(row, isStale),
    table(head, lines),
  ].join('\n\n');
}

function lineOf(
  { system, rounds, dnf, ...figures }: Figures,
  { measurement, skein }: Pick<Row, 'measurement' | 'skein'>,
): readonly string[] {
  const { survives, less } = promiseOf(system);
  const name = isSkein(system.id) ? `**${system.id}**` : system.id;
  const promise = `${survives}${less !== undefined && isPeer(system) ? ' (less than Skein)' : ''}`;
  if (rounds === 0) return [name, didNotFinish(dnf), '', '', '', '', '0', promise];
  const isFaster = isPeer(system) && figures.timesSkein < 1 && system.id !== skein.system.id;
  return [
    name,
    shown(figures.value),
    shown(figures.timesFloor),
    shown(figures.cpu),
    shown(figures.cpuTimesFloor),
    `${shown(figures.timesSkein)}${isFaster ? ', **faster**' : ''}`,
    rounds === measurement.rounds ? String(rounds) : `${rounds} of ${measurement.rounds}`,
    promise,
  ];
}

const didNotFinish = (dnf: string | undefined): string =>
  dnf === undefined ? 'not measured' : `DNF: ${dnf}`;

function aboutRow({ measurement, store }: Row, isStale: IsStale): string {
  const { date, rounds, roundsDone, cells, syncUs, commit, absent, node, cores } = measurement;
  const loads = cells.filter(({ seconds }) => seconds > 0).map(({ load }) => load);
  const left = absent.filter((system) => storeOf(system) === store).map(({ id }) => id);
  return [
    `${date.slice(0, 10)}, Node ${node}, ${cores} cores, ${roundsDone < rounds ? `${roundsDone} of ` : ''}${rounds} round${rounds === 1 ? '' : 's'}`,
    loads.length > 0 ? `load ${range(loads, 1)} (what is measured included)` : null,
    syncUs.length > 0 ? `a sync of the disk takes ${range(syncUs, 0)} µs` : null,
    `commit ${commit}${isStale(commit) ? ' (**stale**: Skein has changed since)' : ''}`,
    left.length > 0 ? `without ${left.join(', ')}` : null,
  ]
    .filter((part) => part !== null)
    .join(', ')
    .concat('.');
}

function range(numbers: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((n) => n.toFixed(digits));
  return least === most ? `${least}` : `${least} to ${most}`;
}

function versionsLine(rows: readonly Row[]): string {
  const found = Object.assign({}, ...rows.map(({ measurement }) => measurement.versions)) as Record<
    string,
    string
  >;
  const names = Object.entries(found).toSorted(([a], [b]) => a.localeCompare(b));
  return `Versions: ${names.map(([name, version]) => `${name} ${version}`).join(', ')}.`;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...lines.map(line)].join('\n');
}

const withUnit = (value: number | undefined, unit: string): string =>
  `${shown(value)}${value === undefined ? '' : ` ${unit.replace(/\/.*/, '')}`}`;

function shown(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}
