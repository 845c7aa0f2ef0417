// The cluster campaign
// Many runs on the installation of deploy/restate.yml (three real Restate servers and two workers; its two servers are engines in this
// process), while a worker, then a Restate server, then all of them are killed. Afterwards every run must have ended with the right output,
// and no call may have been made again once its result was in the journal.
import type { Engine } from '@skein/engine';
import { hasEnded } from '@skein/ports';
import { admin, createRestateEngine } from '@skein/restate';
import { openStore } from '@skein/stores';
import { startLedger, type Ledger } from '../ledger/ledger.ts';
import { freshPostgres, type FreshDatabase } from '../servers/fresh-database.ts';
import { startPostgres } from '../servers/postgres-server.ts';
import { freePort } from '../servers/server-process.ts';
import { startBalancer } from './balancer.ts';
import { chainOf, chainOptions, stepsCount } from './chain-work.ts';
import { startCluster, type Cluster } from './cluster-nodes.ts';
import { composedInstallation } from './composed-installation.ts';
import { workerProcess, type WorkerProcess } from './worker-process.ts';

export interface ClusterReport {
  readonly runs: number;
  /** Runs that did not end. */
  readonly lost: number;
  /** Runs that ended with a wrong result. */
  readonly wrong: number;
  /** Calls that were made although their result was in the journal. */
  readonly repeated: number;
  /** Calls that were repeated because their result was unknown. */
  readonly unknown: number;
  /** The longest time without a new row. */
  readonly stallMs: number;
  readonly totalMs: number;
  readonly killed: readonly string[];
}

/** A start, each function with its step, and the answer. */
const rowsOfRun = 2 + 2 * stepsCount;
const limitMs = 15 * 60_000;
const pollMs = 200;

export async function clusterCampaign(
  runs: number,
  say: (what: string) => void,
  signal: AbortSignal,
): Promise<ClusterReport> {
  const postgres = await startPostgres();
  const database = await freshPostgres(postgres.url);
  const ledger = await startLedger();
  const composed = composedInstallation();
  const cluster = await startCluster(composed.nodes);
  say(`${composed.nodes.length} Restate servers are there.`);
  const ports: number[] = [];
  for (const _ of composed.workers) ports.push(await freePort());
  const balancer = await startBalancer(ports);
  const workers = composed.workers.map(({ restate }, i) =>
    workerProcess([String(ports[i]), cluster.reach(restate), database.url, ledger.url]),
  );
  const store = await openStore(database.url);
  const engines: Engine[] = [];
  try {
    for (const worker of workers) await worker.start();
    await admin(cluster.nodes[0]?.adminUrl ?? '').register(`http://127.0.0.1:${balancer.port}`);
    for (const { restate } of composed.servers) {
      const ingressUrl = cluster.reach(restate);
      engines.push(await createRestateEngine({ ingressUrl, engine: { ...chainOptions(), store } }));
    }
    const play = { runs, say, signal, engines, database, ledger, cluster, workers };
    return await playAndKill(play);
  } finally {
    for (const engine of engines) await engine.close();
    for (const worker of workers) await worker.kill();
    balancer.close();
    await cluster.stop();
    await ledger.close();
    await store.close();
    await postgres.stop();
  }
}

interface Play {
  readonly runs: number;
  readonly say: (what: string) => void;
  /** Ends it at once. */
  readonly signal: AbortSignal;
  /** One for each server. */
  readonly engines: readonly Engine[];
  readonly database: FreshDatabase;
  readonly ledger: Ledger;
  readonly cluster: Cluster;
  readonly workers: readonly WorkerProcess[];
}

async function playAndKill(play: Play): Promise<ClusterReport> {
  const begun = performance.now();
  const ids = startAll(play);
  const state = { isOver: false };
  const answering = answerAll(engineOf(play, 1), state);
  const { stallMs, killed } = await watch(play);
  state.isOver = true;
  await answering;
  const totalMs = performance.now() - begun;
  return { ...(await judge(play, await ids)), stallMs, totalMs, killed, runs: play.runs };
}

/** Alternates between the servers by the number of the request. */
function engineOf({ engines }: Play, request: number): Engine {
  const engine = engines[request % engines.length];
  if (engine === undefined) throw new Error('The installation has no server.');
  return engine;
}

async function startAll(play: Play): Promise<readonly string[]> {
  const { runs } = play;
  await engineOf(play, 0).workflows.save(chainOf(true));
  const ids: string[] = [];
  const left = Array.from({ length: runs }, (_, i) => i);
  const lane = async () => {
    for (let i = left.shift(); i !== undefined; i = left.shift()) {
      const key = `run-${i}`;
      const started = await insist(() =>
        engineOf(play, i).runs.start('asking-chain', { idempotencyKey: key }),
      );
      ids.push(started.id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return ids;
}

async function answerAll(engine: Engine, state: { readonly isOver: boolean }): Promise<void> {
  while (!state.isOver) {
    const { items } = await insist(() => engine.waits.list({ limit: 20 }));
    // An answer that cannot be given now is given at the next poll.
    await Promise.all(items.map(({ id }) => engine.waits.answer(id, 'approve').catch(() => null)));
    await pause(pollMs);
  }
}

/** Kills at these fractions of the progress, each once, and waits for the end. */
async function watch(play: Play): Promise<{ stallMs: number; killed: readonly string[] }> {
  const { database, runs, say, signal } = play;
  const troubles = troublesOf(play);
  const killed: string[] = [];
  const until = performance.now() + limitMs;
  let [rows, since, stallMs] = [0, performance.now(), 0];
  let trouble: Promise<void> | null = null;
  while (performance.now() < until) {
    signal.throwIfAborted();
    const [found] = await database.run(
      "select (select count(*) from skein_journal) as n, (select count(*) from skein_runs where status not in ('running', 'waiting')) as ended",
    );
    const now = Number(found?.['n'] ?? 0);
    if (now !== rows) since = performance.now();
    rows = now;
    stallMs = Math.max(stallMs, performance.now() - since);
    if (Number(found?.['ended'] ?? 0) === runs) break;
    const next = troubles[0];
    if (next !== undefined && trouble === null && rows >= next.at * runs * rowsOfRun) {
      troubles.shift();
      say(`${rows} rows: ${next.what}`);
      killed.push(next.what);
      trouble = next.make();
      void trouble.finally(() => (trouble = null));
    }
    await pause(pollMs);
  }
  await trouble;
  return { stallMs, killed };
}

function troublesOf({ cluster, workers }: Play) {
  const all = [...cluster.nodes.keys()];
  return [
    {
      at: 0.15,
      what: 'kill -9 of a worker, which comes back after 2 s',
      make: async () => {
        await workers[0]?.kill();
        await pause(2000);
        await workers[0]?.start();
      },
    },
    {
      at: 0.4,
      what: 'kill -9 of a Restate server, which comes back after 5 s',
      make: async () => {
        await cluster.kill(1);
        await pause(5000);
        await cluster.start(1);
      },
    },
    {
      at: 0.65,
      what: 'kill -9 of all workers and servers, which come back after 3 s',
      make: async () => {
        await Promise.all([
          ...workers.map((worker) => worker.kill()),
          ...all.map((node) => cluster.kill(node)),
        ]);
        await pause(3000);
        await Promise.all(all.map((node) => cluster.start(node)));
        await Promise.all(workers.map((worker) => worker.start()));
      },
    },
  ];
}

async function judge(play: Play, ids: readonly string[]) {
  const { ledger } = play;
  const engine = engineOf(play, 0);
  let [lost, wrong, repeated] = [0, 0, 0];
  let unknown = 0;
  for (const id of ids) {
    const run = await engine.runs.get(id);
    if (!hasEnded(run)) lost += 1;
    else if (run.status !== 'completed' || run.output !== stepsCount) wrong += 1;
    for (const row of await engine.runs.journal(id)) {
      if (row.type !== 'step.recorded') continue;
      const key = `${id}/${row.node}/${row.activation}`;
      const made = ledger.effects.filter((effect) => effect.key === key);
      unknown += Math.max(0, made.length - 1);
      repeated += made.filter(({ at }) => at > row.at).length;
    }
  }
  return { lost, wrong, repeated, unknown };
}

async function insist<T>(act: () => Promise<T>): Promise<T> {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(pollMs);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
