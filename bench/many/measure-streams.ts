// Many live streams of one server at once, over HTTP: what a token or a row costs it, and how long each is on its way. The readers are
// raw sockets of this process, so the CPU time is that of the server alone, from the moment in which all readers are there.
import { connect } from 'node:net';
import path from 'node:path';
import { RawClient, serveProcess, type ServedProcess } from '@skein/testkit';

export interface StreamsFigure {
  readonly received: number;
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Streams {
  /** Tokens of a model, or rows of a journal. */
  readonly what: 'tokens' | 'steps';
  readonly streams: number;
  /** Of each stream. */
  readonly count: number;
  readonly everyMs: number;
}

const program = path.join(import.meta.dirname, 'streams-main.ts');
/** A row, and the time that it has in the journal. */
const rowLine = /^data: .*"at":(\d+),.*"type":"node.completed"/;
/** A piece of a text, where it begins in it, and the text: one token, or all that were said before the reader came. */
const tokenLine = /^data: .*"type":"token","at":(\d+),"text":"([\d. ]+)"/;

export async function measureStreams({ what, ...given }: Streams): Promise<StreamsFigure> {
  const { streams, count, everyMs } = given;
  const server = await serveProcess([program, String(count), String(everyMs), String(streams)]);
  try {
    // Code is compiled while it runs.
    await play(server, what, Math.min(streams, 50));
    const { received, lags, cpuMs, ms } = await play(server, what, streams);
    if (received !== streams * count)
      throw new Error(`${received} of ${streams * count} ${what} arrived.`);
    const sorted = lags.toSorted((left, right) => left - right);
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
    return {
      received,
      perSecond: (received / ms) * 1000,
      cpuUs: (cpuMs * 1000) / received,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    };
  } finally {
    await server.stop();
  }
}

interface Received {
  received: number;
  /** How long each was on its way, in milliseconds; not those that were said before their reader came. */
  readonly lags: number[];
}

interface Played extends Received {
  readonly cpuMs: number;
  readonly ms: number;
}

async function play(
  server: ServedProcess,
  what: Streams['what'],
  streams: number,
): Promise<Played> {
  const all: Received = { received: 0, lags: [] };
  const open = async () => {
    const start = `/api/v1/workflows/${what}/run`;
    const body = await ask(server, { method: 'POST', place: start, body: '{"input":{"count":0}}' });
    // The contract says so.
    const { run_id: run } = JSON.parse(body) as { readonly run_id: string };
    const take = what === 'tokens' ? tokenReader(all) : rowReader(all);
    return read(server, `/api/v1/runs/${run}/events`, take);
  };
  const opened = await Promise.all(Array.from({ length: streams }, open));
  const [before, begun] = [server.cpuMs(), performance.now()];
  await ask(server, { method: 'GET', place: '/go' });
  await Promise.all(opened.map(({ ended }) => ended));
  return { ...all, cpuMs: server.cpuMs() - before, ms: performance.now() - begun };
}

async function ask(
  server: ServedProcess,
  {
    method,
    place,
    body: sent,
  }: { readonly method: string; readonly place: string; readonly body?: string },
): Promise<string> {
  const client = new RawClient(server);
  const { status, body } = await client.request(method, place, sent);
  client.close();
  if (status >= 300) throw new Error(`${method} ${place} was refused: ${status} ${body}`);
  return body;
}

const lagOf = (saidMs: string) => performance.timeOrigin + performance.now() - Number(saidMs);

function rowReader(all: Received): (line: string) => void {
  return (line) => {
    const saidMs = rowLine.exec(line)?.[1];
    if (saidMs === undefined) return;
    all.received += 1;
    all.lags.push(lagOf(saidMs));
  };
}

function tokenReader(all: Received): (line: string) => void {
  let seen = 0;
  return (line) => {
    const [, at, text] = tokenLine.exec(line) ?? [];
    if (at === undefined || text === undefined) return;
    // A reader may get a piece twice.
    const fresh = text.slice(Math.max(0, seen - Number(at)));
    seen = Math.max(seen, Number(at) + text.length);
    const tokens = fresh.split(' ').filter(Boolean);
    all.received += tokens.length;
    const [only] = tokens;
    if (only !== undefined && tokens.length === 1) all.lags.push(lagOf(only));
  };
}

/**
 * Each line of an answer; resolves when it has begun, and tells when the server has ended it. A server that says no in place of a stream
 * is an error.
 */
function read(
  { url }: ServedProcess,
  place: string,
  take: (line: string) => void,
): Promise<{ readonly ended: Promise<void> }> {
  const { hostname, port, host } = new URL(url);
  const begun = Promise.withResolvers<{ readonly ended: Promise<void> }>();
  const ended = Promise.withResolvers<void>();
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`GET ${place} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  let rest = '';
  let isStream = false;
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    isStream ||= rest.startsWith('HTTP/1.1 200');
    if (!isStream) return;
    begun.resolve({ ended: ended.promise });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  socket.on('error', begun.reject);
  socket.on('close', () => {
    begun.reject(new Error(`A stream was refused: ${rest}`));
    ended.resolve();
  });
  return begun.promise;
}
