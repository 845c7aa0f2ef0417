// The tables of the peers, from the harness's measurements: Skein next to the floor and the fastest of the others, where another one is
// faster, and all of them with what they promise.

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

/** A system and what survives what in it, in the words of its adapter. */
export interface PeerSystem {
  readonly id: string;
  readonly durability: string;
}

export function peersText(rows: readonly PeerRow[], systems: readonly PeerSystem[]): string {
  return [
    peersTable(rows),
    fasterPeers(rows, systems),
    'All systems, with what each promises; a dash where a cell did not finish or the system cannot do it:',
    promisesTable(rows, systems),
  ].join('\n\n');
}

function peersTable(rows: readonly PeerRow[]): string {
  const measured = rows.filter(({ n }) => n > 0);
  const lines = inOrder(measured.filter(({ system }) => isSkein(system))).map((row) =>
    lineOf(row, measured),
  );
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
  const [fastest] = peersOf(skein, beside);
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

/** Whoever is faster than Skein on the same kind of store, the promise beside it: often it is a smaller one. */
function fasterPeers(rows: readonly PeerRow[], systems: readonly PeerSystem[]): string {
  const measured = rows.filter(({ n }) => n > 0);
  const found = inOrder(measured.filter(({ system }) => isSkein(system))).flatMap((skein) =>
    peersOf(skein, measured)
      .filter(({ value }) => value < skein.value)
      .map((peer) => {
        const promise = systems.find(({ id }) => id === peer.system)?.durability ?? 'unknown';
        const place = `${peer.workload}, ${peer.size.toLocaleString('en-US')}`;
        return `- ${place}: ${peer.system} takes ${shown(peer.value)}, ${skein.system} ${shown(skein.value)}. It promises: ${promise}.`;
      }),
  );
  if (found.length === 0) return 'No peer was faster than Skein on a store of the same kind.';
  return ['Where a peer is faster:', '', ...found].join('\n');
}

function promisesTable(rows: readonly PeerRow[], systems: readonly PeerSystem[]): string {
  const cells = [...new Set(inOrder(rows).map(({ workload, size }) => `${workload} ${size}`))];
  const lines = systems.map(({ id, durability }) => {
    const figures = cells.map((cell) => {
      const row = rows.find(
        (each) => each.system === id && `${each.workload} ${each.size}` === cell,
      );
      return shown(row === undefined || row.n === 0 ? undefined : row.value);
    });
    return `| ${[id, durability.replaceAll('|', '/'), ...figures].join(' | ')} |`;
  });
  const head = ['system', 'promise', ...cells];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...lines].join('\n');
}

function inOrder(rows: readonly PeerRow[]): readonly PeerRow[] {
  return rows.toSorted((a, b) => a.workload.localeCompare(b.workload) || a.size - b.size);
}

/** Those with the same work on a store of the same kind, the fastest first. */
function peersOf(skein: PeerRow, rows: readonly PeerRow[]): readonly PeerRow[] {
  return rows
    .filter(({ workload, size }) => workload === skein.workload && size === skein.size)
    .filter(({ system, kind }) => !isFloor(system) && !isSkein(system) && kind === skein.kind)
    .filter(({ system }) => isOnServer(system) === isOnServer(skein.system))
    .toSorted((a, b) => a.value - b.value);
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
