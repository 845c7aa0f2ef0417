// Load over HTTP: a server in a process of its own, with cheap clients.
import { withServer } from './load-server.ts';
import { RawClient, type RawAnswer } from './raw-client.ts';
import type { ServedProcess } from './served-process.ts';

export interface RunLoad {
  readonly runs: number;
  readonly steps: number;
  /** How long the model takes for each step. */
  readonly modelMs: number;
  /** Concurrent calls, and calls that may be queued; a start beyond them is rejected. */
  readonly limits?: { readonly executions?: number; readonly queued: number };
}

export interface RunLoadResult {
  readonly completed: number;
  /** Rejected with 429. */
  readonly refused: number;
  /** Everything else that failed. */
  readonly errors: number;
  readonly rssMb: number;
  /** The event loop lag of the server, at the 99th percentile. */
  readonly lagMs: number;
  readonly seconds: number;
}

/** Starts this many runs at once, each with this many model calls in a row, and waits for them all. */
export async function runsOverHttp(load: RunLoad): Promise<RunLoadResult> {
  const { runs, steps, modelMs, limits } = load;
  const script = { replies: [{ text: 'done', delayMs: modelMs, repeat: true }] };
  const config = limits === undefined ? {} : { limits: { engine: limits } };
  return withServer({ script, config }, async (server) => {
    await post(server, '/api/v1/workflows', chainOfCalls(steps));
    await laggingSince(server);
    const startedMs = performance.now();
    let peakBytes = 0;
    const watch = setInterval(() => (peakBytes = Math.max(peakBytes, server.rssBytes())), 100);
    const statuses = await startAll(server, runs);
    await allEnded(server);
    clearInterval(watch);
    const seconds = (performance.now() - startedMs) / 1000;
    const refused = statuses.filter((status) => status === 429).length;
    const completed = await countRuns(server, 'completed');
    return {
      completed,
      refused,
      errors: runs - refused - completed,
      rssMb: peakBytes / 2 ** 20,
      lagMs: (await laggingSince(server)) * 1000,
      seconds,
    };
  });
}

export interface FloodResult {
  /** Requests of the flood that were rejected with 429. */
  readonly refused: number;
  /** How long the fastest rejection took. */
  readonly heldMs: number;
  /** Requests of another user that were rejected. */
  readonly othersRefused: number;
  /** Of the other user alone, and next to the flood. */
  readonly aloneP95Ms: number;
  readonly floodedP95Ms: number;
}

/** One user sends as much as they can over many connections, while another one works; alternating with that one alone. */
export async function floodByOne({
  rounds,
  connections,
  rate = { perSecond: 50, burst: 100 },
}: {
  readonly rounds: number;
  readonly connections: number;
  readonly rate?: { readonly perSecond: number; readonly burst: number };
}): Promise<FloodResult> {
  const config = { server: { rate } };
  return withServer({ config, users: ['quiet', 'loud'] }, async (server, keys) => {
    const [quiet = '', loud = ''] = keys;
    const alone: RawAnswer[] = [];
    const flooded: RawAnswer[] = [];
    const answers: RawAnswer[] = [];
    await workQuietly(server, quiet);
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await workQuietly(server, quiet)));
      const stop = startFlood({ server, key: loud, connections, answers });
      flooded.push(...(await workQuietly(server, quiet)));
      await stop();
    }
    const refusals = answers.filter(({ status }) => status === 429);
    return {
      refused: refusals.length,
      heldMs: Math.min(...refusals.map(({ tookMs }) => tookMs)),
      othersRefused: [...alone, ...flooded].filter(({ status }) => status !== 200).length,
      aloneP95Ms: percentile(alone, 0.95),
      floodedP95Ms: percentile(flooded, 0.95),
    };
  });
}

interface Flood {
  readonly server: ServedProcess;
  readonly key: string;
  readonly connections: number;
  /** The statuses of its answers. */
  readonly answers: RawAnswer[];
}

function startFlood({ server, key, connections, answers }: Flood): () => Promise<void> {
  let isOver = false;
  const flood = Array.from({ length: connections }, async () => {
    const client = new RawClient({ url: server.url, key });
    while (!isOver) answers.push(await client.request('GET', '/api/v1/runs'));
    client.close();
  });
  return async () => {
    isOver = true;
    await Promise.all(flood);
  };
}

const quietRequests = 20;

/** A request every 25 ms, well below the rate. */
async function workQuietly(server: ServedProcess, key: string): Promise<readonly RawAnswer[]> {
  const client = new RawClient({ url: server.url, key });
  const answers: RawAnswer[] = [];
  for (let i = 0; i < quietRequests; i++) {
    answers.push(await client.request('GET', '/api/v1/workflows'));
    await later(25);
  }
  client.close();
  // The first one opens the connection.
  return answers.slice(1);
}

function chainOfCalls(steps: number): object {
  const nodes = Array.from({ length: steps }, (_, i) => ({
    id: `n${i}`,
    type: 'llm',
    config: { prompt: 'Go on.' },
  }));
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
  return { skein: 1, id: 'load', nodes, edges };
}

const clientsMax = 50;

async function startAll(server: ServedProcess, runs: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  let left = runs;
  const work = async () => {
    const client = new RawClient(server);
    while (left > 0) {
      left -= 1;
      statuses.push((await client.request('POST', '/api/v1/workflows/load/run', '{}')).status);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: Math.min(clientsMax, runs) }, work));
  return statuses;
}

async function allEnded(server: ServedProcess): Promise<void> {
  for (;;) {
    const { items } = await get<Page>(server, '/api/v1/runs?status=running&limit=1');
    if (items.length === 0) return;
    await later(100);
  }
}

interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}

async function countRuns(server: ServedProcess, status: string): Promise<number> {
  let count = 0;
  let cursor: string | null = '';
  while (cursor !== null) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await get<Page>(server, `/api/v1/runs?status=${status}&limit=200${from}`);
    count += page.items.length;
    cursor = page.nextCursor;
  }
  return count;
}

/** In seconds, since the last call. */
async function laggingSince(server: ServedProcess): Promise<number> {
  const text = await ask(server, 'GET', '/metrics');
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
}

async function get<Answer>(server: ServedProcess, place: string): Promise<Answer> {
  return JSON.parse(await ask(server, 'GET', place)) as Answer;
}

async function post(server: ServedProcess, place: string, body: object): Promise<void> {
  await ask(server, 'POST', place, JSON.stringify(body));
}

async function ask(
  server: ServedProcess,
  method: string,
  place: string,
  sent?: string,
): Promise<string> {
  const client = new RawClient(server);
  const { status, body } = await client.request(method, place, sent);
  client.close();
  if (status >= 300) throw new Error(`${method} ${place} gave ${status}: ${body}`);
  return body;
}

function percentile(answers: readonly RawAnswer[], part: number): number {
  const sorted = answers.map(({ tookMs }) => tookMs).toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
