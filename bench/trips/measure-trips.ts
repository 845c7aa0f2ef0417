// What each thing that a run does sends to its database. Runs are made one after another, and the least counts, because a renewed
// lease or a look for due runs only ever adds to it.
import type { Engine } from 'skein';
import { chain, paused } from '../workloads/definitions.ts';
import { finish, openEngine } from '../workloads/durable.ts';
import { must } from '../workloads/workload.ts';
import type { CountedName, WireCounter, WireCounts } from './wire-counter.ts';

export interface MeasuredTrips {
  readonly what: string;
  readonly counts: WireCounts;
}

const longer = 21;

export async function measureTrips(
  wire: WireCounter,
  repeat: number,
): Promise<readonly MeasuredTrips[]> {
  const engine = await openEngine(wire.url);
  const short = (await engine.workflows.save({ ...chain(1), id: 'short' })).id;
  const long = (await engine.workflows.save({ ...chain(longer), id: 'long' })).id;
  const asking = (await engine.workflows.save({ ...paused(), id: 'asking' })).id;
  // Statements are prepared by each connection once.
  for (let warm = 0; warm < repeat; warm++) await pauseAndAnswer(engine, asking, wire);
  const one = await leastOf(wire, repeat, () => finish(engine, short, 1));
  const many = await leastOf(wire, repeat, () => finish(engine, long, longer));
  const halves = [];
  for (let i = 0; i < repeat; i++) halves.push(await pauseAndAnswer(engine, asking, wire));
  return [
    { what: 'start, one step, finish', counts: one },
    { what: 'each further step', counts: divide(minus(many, one), longer - 1) },
    { what: 'start, one step, pause', counts: least(halves.map(({ pause }) => pause)) },
    { what: 'answer, one step, finish', counts: least(halves.map(({ resume }) => resume)) },
  ];
}

async function pauseAndAnswer(engine: Engine, workflow: string, wire: WireCounter) {
  const begun = wire.counts();
  const { id } = await engine.runs.start(workflow, {});
  await engine.runs.settled(id);
  const waiting = wire.counts();
  await engine.waits.answer({ run: id, node: 'ask' }, 'yes');
  must((await engine.runs.finished(id)).status === 'completed', 'a run that was answered');
  return { pause: minus(waiting, begun), resume: minus(wire.counts(), waiting) };
}

async function leastOf(
  wire: WireCounter,
  repeat: number,
  work: () => Promise<void>,
): Promise<WireCounts> {
  const all: WireCounts[] = [];
  for (let i = 0; i < repeat; i++) {
    const before = wire.counts();
    await work();
    all.push(minus(wire.counts(), before));
  }
  return least(all);
}

function minus(one: WireCounts, other: WireCounts): WireCounts {
  return each((name) => one[name] - other[name]);
}

function divide(counts: WireCounts, by: number): WireCounts {
  return each((name) => counts[name] / by);
}

function least(all: readonly WireCounts[]): WireCounts {
  return each((name) => Math.min(...all.map((counts) => counts[name])));
}

function each(of: (name: CountedName) => number): WireCounts {
  return {
    trips: of('trips'),
    statements: of('statements'),
    transactions: of('transactions'),
    bytesSent: of('bytesSent'),
    bytesReceived: of('bytesReceived'),
  };
}
