// Messages of many runs, to a receiver on which nobody can rely, from a server that is killed again and again
// Promised: every message arrives at least once, what a run tells arrives in its order, repetitions have the id of the first, and what was
// given up is delivered when somebody replays it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveProcess, type ServedProcess } from '../load/served-process.ts';
import { skeinProgram } from '../servers/skein-program.ts';
import { badReceiver, type BadReceiver, type Faults, type TakenMessage } from './bad-receiver.ts';

export interface DeliveryPlan {
  readonly runs: number;
  /** How often the server is killed, and the receiver restarts. */
  readonly kills: number;
  readonly faults: Faults;
}

export interface DeliveryReport {
  readonly messages: number;
  /** Of those, how many were taken more than once. */
  readonly repeated: number;
  readonly kills: number;
  readonly counts: BadReceiver['counts'];
  /** Given up and replayed. */
  readonly dead: number;
  readonly seconds: number;
  /** What does not hold; nothing is wanted. */
  readonly wrong: readonly string[];
}

/** What a run tells, in this order. */
const told = ['wait.opened', 'wait.closed', 'parcel.paid', 'run.finished'] as const;

const workflow = {
  skein: 1,
  id: 'paying',
  nodes: [
    { id: 'review', type: 'approval', config: { prompt: 'Pay?' } },
    { id: 'tell', type: 'emit', config: { name: 'parcel.paid', data: { paid: true } } },
  ],
  edges: [{ from: 'review', out: 'approved', to: 'tell' }],
};

const atOnce = 10;
const downMs = 300;
const patienceMs = 900_000;

export async function deliveryCampaign({
  runs,
  kills,
  faults,
}: DeliveryPlan): Promise<DeliveryReport> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const receiver = await badReceiver(secret, faults);
  const server = await killable(secret, receiver.port);
  const began = performance.now();
  try {
    await server.ask('POST', '/workflows', workflow);
    const ids: string[] = [];
    let [killed, begun] = [0, 0];
    const work = async () => {
      while (begun < runs) {
        begun += 1;
        ids.push(await playRun(server, begun));
      }
    };
    const harm = async () => {
      for (; killed < kills; killed++) {
        const due = ((killed + 1) * runs) / (kills + 1);
        await until(() => ids.length >= due);
        await server.kill();
        await receiver.restart(downMs);
      }
    };
    await Promise.all([harm(), ...Array.from({ length: atOnce }, work)]);
    const isOut = () =>
      kindsOf(receiver.taken).size >= ids.length * told.length - receiver.refused.size;
    const arrived = await until(isOut);
    // One that was refused just before a kill is tried, and refused, again.
    while ((await server.ask('GET', '/outbox?status=pending&limit=1')).items.length > 0) {
      await sleep(500);
    }
    receiver.mend();
    const dead = await replayDead(server);
    const replayed = await until(() => kindsOf(receiver.taken).size >= ids.length * told.length);
    const wrong = [
      ...(arrived && replayed ? [] : ['Not everything has arrived in time.']),
      ...faultsOf(receiver, ids),
      ...(dead === receiver.refused.size
        ? []
        : [`${receiver.refused.size} were refused for ever, and ${dead} were dead.`]),
    ];
    const messages = new Set(receiver.taken.map(({ id }) => id)).size;
    return {
      messages,
      repeated: receiver.taken.length - messages,
      kills: killed,
      counts: receiver.counts,
      dead,
      seconds: (performance.now() - began) / 1000,
      wrong,
    };
  } finally {
    await server.stop();
    await receiver.stop();
  }
}

/** Each kind of message of each run, once. */
function kindsOf(taken: readonly TakenMessage[]): ReadonlySet<string> {
  return new Set(taken.map(({ run, type }) => `${run} ${type}`));
}

function faultsOf(
  { taken, refused, counts }: BadReceiver,
  runs: readonly string[],
): readonly string[] {
  const wrong: string[] = [];
  if (counts.unsigned > 0) wrong.push(`${counts.unsigned} were not signed.`);
  const byRun = Map.groupBy(taken, ({ run }) => run);
  for (const run of runs) {
    const messages = byRun.get(run) ?? [];
    const first = [...new Map(messages.toReversed().map((each) => [each.id, each])).values()];
    const inOrder = messages.filter(
      (each, i) => messages.findIndex(({ id }) => id === each.id) === i,
    );
    if (first.length !== told.length) wrong.push(`Run ${run} has told ${first.length} things.`);
    // What was given up comes when it is replayed.
    const types = inOrder.filter(({ id }) => !refused.has(id)).map(({ type }) => type);
    const wanted = told.filter((type) => types.includes(type));
    if (types.join() !== wanted.join()) wrong.push(`Run ${run} has told ${types.join(', ')}.`);
  }
  return wrong;
}

interface Killable {
  /** Asks until it is answered: the server may be away. */
  ask(
    method: string,
    place: string,
    body?: unknown,
    key?: string,
  ): Promise<ReturnType<typeof JSON.parse>>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

async function killable(secret: string, port: number): Promise<Killable> {
  const program = await skeinProgram();
  const cwd = mkdtempSync(path.join(tmpdir(), 'skein-deliveries-'));
  const ops = { url: `http://127.0.0.1:${port}/`, secretEnv: 'HOOK_SECRET', events: ['*'] };
  const server = {
    rate: { perSecond: 100_000, burst: 100_000 },
    outbox: { webhooks: { ops } },
  };
  const config = { http: { allow: [`127.0.0.1:${port}`] }, server };
  writeFileSync(path.join(cwd, 'skein.config.json'), JSON.stringify(config));
  const serve = () =>
    serveProcess([program, 'serve', '--port', '0', '--json'], {
      cwd,
      env: { HOOK_SECRET: secret },
    });
  let current: ServedProcess = await serve();
  return {
    async ask(method, place, body, key) {
      const json = { 'content-type': 'application/json' };
      const headers = key === undefined ? json : { ...json, 'idempotency-key': key };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      for (;;) {
        try {
          const answer = await fetch(`${current.url}/api/v1${place}`, { method, headers, ...sent });
          const text = await answer.text();
          if (answer.status < 300) return text === '' ? null : JSON.parse(text);
          if (answer.status < 500 && answer.status !== 429) throw new RangeError(text);
        } catch (error) {
          if (error instanceof RangeError) throw error;
        }
        await sleep(100);
      }
    },
    async kill() {
      process.kill(current.pid, 'SIGKILL');
      await current.ended;
      current = await serve();
    },
    async stop() {
      await current.stop();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

async function playRun(server: Killable, nth: number): Promise<string> {
  const start = await server.ask(
    'POST',
    '/workflows/paying/run?wait=20',
    {},
    `run ${nth} ${randomBytes(4).toString('hex')}`,
  );
  const { run_id: id } = start;
  for (;;) {
    const { waits = [], status } = await server.ask('GET', `/runs/${id}`);
    const [wait] = waits;
    if (wait !== undefined) {
      await server.ask('POST', `/waits/${wait.id}/answer`, 'yes');
      return id;
    }
    if (status === 'completed') return id;
    await sleep(50);
  }
}

/** Returns how many there were. */
async function replayDead(server: Killable): Promise<number> {
  let count = 0;
  for (;;) {
    const { items } = await server.ask('GET', '/outbox?status=dead&limit=100');
    if (items.length === 0) return count;
    for (const { id } of items) await server.ask('POST', `/outbox/${id}/replay`);
    count += items.length;
  }
}

async function until(isSo: () => boolean): Promise<boolean> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    if (isSo()) return true;
    await sleep(100);
  }
  return false;
}
