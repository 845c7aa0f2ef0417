// The table of the peers: Skein next to the floor and the fastest of the others, from the harness's measurements.

/** One system at one workload and size, as the harness summarises its rounds; times are those of its own unit. */
export interface PeerRow {
  readonly workload: string;
  readonly size: number;
  readonly system: string;
  readonly kind: string;
  readonly floorId: string;
  /** Rounds that finished. */
  readonly n: number;
  readonly value: number;
  /** Relative to the floor, computed inside each round. */
  readonly ratio: number;
}

export function peersTable(rows: readonly PeerRow[]): string {
  const measured = rows.filter(({ n }) => n > 0);
  const lines = measured
    .filter(({ system }) => isSkein(system))
    .toSorted((a, b) => a.workload.localeCompare(b.workload) || a.size - b.size)
    .map((row) => lineOf(row, measured));
  return [
    '| workload | size | store | floor | Skein | × floor | fastest peer | its figure | × Skein |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function lineOf(skein: PeerRow, rows: readonly PeerRow[]): string {
  const beside = rows.filter(
    ({ workload, size }) => workload === skein.workload && size === skein.size,
  );
  const floor = beside.find(({ system }) => system === skein.floorId);
  const [fastest] = beside
    .filter(({ system, kind }) => !isFloor(system) && !isSkein(system) && kind === skein.kind)
    .filter(({ system }) => isOnServer(system) === isOnServer(skein.system))
    .toSorted((a, b) => a.value - b.value);
  const cells = [
    skein.workload,
    skein.size.toLocaleString('en-US'),
    skein.system.slice(skein.system.indexOf(':') + 1),
    shown(floor?.value),
    shown(skein.value),
    shown(skein.ratio),
    fastest?.system ?? '–',
    shown(fastest?.value),
    shown(fastest === undefined ? undefined : fastest.value / skein.value),
  ];
  return `| ${cells.join(' | ')} |`;
}

const isSkein = (system: string) => system.startsWith('skein:');
const isFloor = (system: string) => system.startsWith('floor:');
const isOnServer = (system: string) => system.endsWith(':pg');

function shown(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}

const begin = '<!-- peers: begin -->';
const end = '<!-- peers: end -->';

/** The document with the text between the markers replaced. */
export function withPeers(document: string, text: string): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The document lacks ${begin} and ${end}.`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}
