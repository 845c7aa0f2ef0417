// The tables of `bench:many`, from what was measured.
import type { ChainsFigure } from './measure-chains.ts';
import type { StreamsFigure } from './measure-streams.ts';

export interface ChainsRow extends ChainsFigure {
  readonly name: string;
  readonly processes: number;
}

export interface StreamsRow extends StreamsFigure {
  readonly name: string;
  readonly streams: number;
  readonly wantedPerSecond: number;
}

export interface ManyFigures {
  /** Of the machine. */
  readonly cores: number;
  readonly chains: readonly ChainsRow[];
  /** A table already. */
  readonly rest: string;
  readonly streams: readonly StreamsRow[];
}

export function manyTables({ cores, chains, rest, streams }: ManyFigures): string {
  const parts = [
    chains.length === 0 ? '' : chainsTable(chains, cores),
    rest,
    streams.length === 0 ? '' : streamsTable(streams),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function chainsTable(rows: readonly ChainsRow[], cores: number): string {
  return table(
    [
      'store',
      'processes',
      'steps/s',
      '× one process',
      'CPU µs/step',
      'of the database',
      'cores used',
      `most on ${cores} cores`,
    ],
    rows.map((row) => {
      const one = rows.find(({ name, processes }) => name === row.name && processes === 1);
      const { engineUs, databaseUs } = row;
      const cpuUs = engineUs + databaseUs;
      return [
        row.name,
        String(row.processes),
        whole(row.perSecond),
        one === undefined ? '–' : (row.perSecond / one.perSecond).toFixed(2),
        cpuUs.toFixed(0),
        `${((100 * databaseUs) / cpuUs).toFixed(0)} %`,
        row.cores.toFixed(2),
        // What a step costs, on so many cores without a pause: an engine computes on one only.
        whole(Math.min((cores * 1e6) / cpuUs, (row.processes * 1e6) / engineUs)),
      ];
    }),
  );
}

function streamsTable(rows: readonly StreamsRow[]): string {
  return table(
    [
      'live streams',
      'streams',
      'wanted/s',
      'received/s',
      'CPU µs each',
      'lag p50 ms',
      'lag p99 ms',
    ],
    rows.map((row) => [
      row.name,
      whole(row.streams),
      whole(row.wantedPerSecond),
      whole(row.perSecond),
      row.cpuUs.toFixed(1),
      row.p50Ms.toFixed(1),
      row.p99Ms.toFixed(1),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map(() => '---');
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
