// The ledger
// The outside world of crash tests: a small HTTP server that commits one effect for each call, and can then answer, hang, or
// break the connection. It runs in the process of the test, so it remembers what dead processes have done.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface LedgerCall {
  readonly name: string;
  /** The caller's name for it, also as the header `Idempotency-Key`: equal in every attempt. */
  readonly key: string;
  /** Whether this receiver deduplicates calls by key. */
  readonly deduplicates: boolean;
}

export interface LedgerEffect extends LedgerCall {
  readonly result: string;
  /** When it was committed, in milliseconds since 1970. */
  readonly at: number;
}

/** What happens after the commit. */
export type LedgerMood = 'answer' | 'hang' | 'break';

export interface Ledger {
  readonly url: string;
  /** Everything that happened, in order. */
  readonly effects: readonly LedgerEffect[];
  /** Calls, including those that were deduplicated. */
  readonly calls: readonly LedgerCall[];
  /** Called after each commit; default: it answers. */
  mood: (call: LedgerCall) => LedgerMood;
  forget(): void;
  close(): Promise<void>;
}

export async function startLedger(): Promise<Ledger> {
  const effects: LedgerEffect[] = [];
  const calls: LedgerCall[] = [];
  const server = createServer((request, response) => void serve(request, response));
  // It ends no connection by itself: a call that a busy process makes at that moment would be lost.
  server.keepAliveTimeout = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') {
      const asked = new URL(request.url ?? '/', 'http://ledger').searchParams;
      const found = effects.filter(
        ({ name, key }) =>
          key.startsWith(asked.get('prefix') ?? '') && name === (asked.get('name') ?? name),
      );
      response.end(JSON.stringify(found));
      return;
    }
    const told = JSON.parse(await textOf(request)) as Omit<LedgerCall, 'key'> & Partial<LedgerCall>;
    const call = { ...told, key: told.key ?? String(request.headers['idempotency-key']) };
    calls.push(call);
    const known = call.deduplicates ? effects.find(({ key }) => key === call.key) : undefined;
    const effect = known ?? { ...call, result: `${call.name} done`, at: Date.now() };
    if (known === undefined) effects.push(effect);
    const mood = ledger.mood(call);
    if (mood === 'break') request.socket.destroy();
    if (mood !== 'answer') return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(effect));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ledger: Ledger = {
    url: `http://127.0.0.1:${port}`,
    effects,
    calls,
    mood: () => 'answer',
    forget() {
      effects.length = 0;
      calls.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return ledger;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Except for `look`, which may repeat, each key must have had one effect. */
export function repeatedEffects({ effects }: Pick<Ledger, 'effects'>): readonly string[] {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const { name, key } of effects) {
    const what = `${name} ${key}`;
    if (seen.has(what) && name !== 'look') wrong.push(`Took effect twice: ${what}`);
    seen.add(what);
  }
  return wrong;
}
