// A freeze lane
// Stops a worker of Restate at one point after the other, for longer than Restate waits for it. Another worker continues the run; as
// soon as it has, the first one is thawed, and finishes what it was doing: a message, or the call of a node. A person who is asked
// whether an effect happened looks only after that: as long as it may still happen, nobody can know.
import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { admin } from '@skein/restate';
import { hasEnded, type Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { startBalancer, type Balancer } from '../cluster/balancer.ts';
import type { CrashResult } from '../crash/crash-lane.ts';
import type { Death } from '../crash/crash-points.ts';
import { complaintsAbout, treesOf } from '../crash/journal-facts.ts';
import type { Played } from '../crash/play-full.ts';
import { repeatedEffects, type Ledger } from '../ledger/ledger.ts';
import { freshPostgres, type FreshDatabase } from '../servers/fresh-database.ts';
import { freshNamespace } from '../servers/fresh-namespace.ts';
import type { RestateDoors } from '../servers/restate-server.ts';
import { freePort } from '../servers/server-process.ts';
import { CrashWorker } from './crash-worker.ts';

/** When Restate gives up on a silent worker; default: a minute. Long enough for a worker that is merely slow on a busy machine. */
export const impatience = {
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_INTERVAL: '500ms',
  RESTATE_WORKER__INVOKER__HTTP2_KEEP_ALIVE_TIMEOUT: '4s',
} as const;

const lookMs = 50;
const takeoverMaxMs = 60_000;
const settlesMs = 1000;

interface FreezeOptions {
  readonly ledger: Ledger;
  /** The address of a PostgreSQL server. */
  readonly postgres: string;
  /** Those of a Restate server with `impatience`. */
  readonly doors: RestateDoors;
}

interface Field {
  /** Whether a worker is frozen, or was a moment ago: what it was doing may still take effect. */
  isFrozen: boolean;
  readonly ledger: Ledger;
  readonly database: FreshDatabase;
  readonly store: Store;
  readonly balancer: Balancer;
}

interface Worker {
  readonly port: number;
  readonly crash: CrashWorker;
}

export interface Frozen extends CrashResult {
  /** What the thawed worker wanted to write, and the store or the run fenced. */
  readonly refused: number;
}

export async function openFreezeLane(options: FreezeOptions): Promise<FreezeLane> {
  const { ledger, postgres, doors } = options;
  const database = await freshPostgres(postgres);
  const store = await openStore(database.url);
  const balancer = await startBalancer([]);
  const { ingressUrl, adminUrl } = doors;
  const namespace = freshNamespace();
  let registered: Promise<string> | null = null;
  const register = () =>
    (registered ??= admin(adminUrl).register(`http://127.0.0.1:${balancer.port}`));
  const field: Field = { ledger, database, store, balancer, isFrozen: false };
  const canLook = () => !field.isFrozen;
  const workers: Worker[] = [];
  for (const port of [await freePort(), await freePort()]) {
    const place = { ingressUrl, namespace, port };
    const crash = new CrashWorker({ store, place, register, plays: new Map(), canLook });
    workers.push({ port, crash });
  }
  return new FreezeLane(field, workers);
}

export class FreezeLane {
  readonly #field: Field;
  #workers: readonly Worker[];
  #scenarios = 0;

  constructor(field: Field, workers: readonly Worker[]) {
    this.#field = field;
    this.#workers = workers;
  }

  async undisturbed(): Promise<Played> {
    const [worker] = this.#workers as [Worker];
    this.#field.balancer.use([worker.port]);
    const played = await this.#play(worker, this.#nextOrder(null));
    this.#field.ledger.forget();
    return played;
  }

  /** The signal is SIGSTOP. */
  async crash(death: Death, expected: Played): Promise<Frozen> {
    const { ledger, balancer, store } = this.#field;
    const [first, second] = this.#workers as [Worker, Worker];
    // A thawed worker may hold connections that Restate no longer trusts.
    this.#workers = [second, first];
    ledger.forget();
    balancer.use([first.port]);
    balancer.cut();
    const order = this.#nextOrder(death);
    const playing = this.#play(first, order);
    const hasFrozen = await this.#untilFrozen(first, playing);
    this.#field.isFrozen = hasFrozen;
    const frozenMs = performance.now();
    let isTakenOver = true;
    if (hasFrozen) {
      const { rows } = await this.#look(order.workflow);
      await second.crash.work({ ...order, death: null });
      balancer.use([second.port]);
      isTakenOver = await this.#isTakenOver(rows, order.workflow);
      first.crash.process.child.kill('SIGCONT');
    }
    const atRest = settled(first).then(() => (this.#field.isFrozen = false));
    const [played] = await Promise.all([playing, atRest]);
    const recoveredMs = performance.now() - frozenMs;
    const late = await settled(first);
    const now = hasFrozen ? await second.crash.process.ask({ do: 'report' }) : late;
    const wrong = [
      ...(isTakenOver ? [] : ['Nobody continued the run while the worker was frozen.']),
      ...(isDeepStrictEqual(played.output, expected.output)
        ? []
        : [`Another output: ${[played.status, ...played.complaints].join(' ')}`]),
      ...now.again.map((what) => `Made again although recorded: ${what}`),
      ...repeatedEffects(ledger),
      ...(await complaintsAbout(store, await treesOf(store, order.workflow))),
    ];
    const refused = late.refused + late.complaints.length;
    return { death, hasDied: hasFrozen, recoveredMs, asked: played.asked, wrong, refused };
  }

  async close(): Promise<void> {
    for (const { crash } of this.#workers) crash.close();
    this.#field.balancer.close();
    await this.#field.store.close();
    await this.#field.database.drop();
  }

  #nextOrder(death: Death | null) {
    this.#scenarios += 1;
    const workflow = `frozen-${this.#scenarios}`;
    const { database, ledger } = this.#field;
    return { url: database.url, ledger: ledger.url, workflow, death, durable: {} };
  }

  async #play(worker: Worker, order: Parameters<CrashWorker['play']>[0]): Promise<Played> {
    const end = await worker.crash.play(order);
    if (end.type !== 'played') throw new Error(`A worker died. ${end.said}`);
    return end.played;
  }

  async #untilFrozen({ crash }: Worker, playing: Promise<unknown>): Promise<boolean> {
    const over = playing.then(() => true);
    while (!isStopped(crash.process.child.pid ?? 0)) {
      if (await Promise.race([over, pause(lookMs)])) return false;
    }
    return true;
  }

  /** Whether in time there is a row that the frozen worker has not written, or no other is to come. */
  async #isTakenOver(rows: number, workflow: string): Promise<boolean> {
    const until = performance.now() + takeoverMaxMs;
    for (;;) {
      const now = await this.#look(workflow);
      if (now.rows > rows || now.isOver) return true;
      if (performance.now() > until) return false;
      await pause(lookMs);
    }
  }

  async #look(workflow: string) {
    const runs = await treesOf(this.#field.store, workflow);
    const rows = runs.reduce((sum, { seq }) => sum + seq, 0);
    return { rows, isOver: runs[0] !== undefined && hasEnded(runs[0]) };
  }
}

/** What the thawed worker reports, once it has settled. */
async function settled({ crash }: Worker) {
  const until = performance.now() + settlesMs;
  for (;;) {
    const report = await crash.process.ask({ do: 'report' });
    const hasReported = report.refused + report.complaints.length > 0 || performance.now() > until;
    if (hasReported && report.inFlight === 0) return report;
    await pause(lookMs);
  }
}

function isStopped(pid: number): boolean {
  return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
    .stdout.toString()
    .startsWith('T');
}

function pause(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}
