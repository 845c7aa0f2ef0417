// A receiver of webhooks on which nobody can rely: it fails, hangs, refuses for ever and restarts. It writes down what it took.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TakenMessage {
  readonly id: string;
  readonly type: string;
  readonly run: string;
}

export interface BadReceiver {
  readonly port: number;
  /** In order, with repetitions. */
  readonly taken: readonly TakenMessage[];
  /** The ids of those that it has refused for ever, until it is mended. */
  readonly refused: ReadonlySet<string>;
  readonly counts: { failed: number; hung: number; restarts: number; unsigned: number };
  /** Refuses all connections for a while. */
  restart(downMs: number): Promise<void>;
  /** From now on it takes everything. */
  mend(): void;
  stop(): Promise<void>;
}

export interface Faults {
  /** One in so many is answered with 500, when it comes for the first time. */
  readonly failEvery: number;
  /** One in so many gets no answer; 0: none. */
  readonly hangEvery: number;
  /** One in so many of the last messages of runs is answered with 410. */
  readonly refuseEvery: number;
}

export async function badReceiver(secret: string, faults: Faults): Promise<BadReceiver> {
  const taken: TakenMessage[] = [];
  const seen = new Set<string>();
  const refused = new Set<string>();
  const counts = { failed: 0, hung: 0, restarts: 0, unsigned: 0 };
  let isMended = false;

  /** The status that a message gets; null: no answer. */
  const judge = ({ id, type }: TakenMessage): number | null => {
    if (isMended) return 204;
    if (refused.has(id)) return 410;
    const isNew = !seen.has(id);
    seen.add(id);
    const nth = seen.size;
    if (isNew && type === 'run.finished' && nth % faults.refuseEvery === 0) {
      refused.add(id);
      return 410;
    }
    if (isNew && faults.hangEvery > 0 && nth % faults.hangEvery === 0) return null;
    return isNew && nth % faults.failEvery === 0 ? 500 : 204;
  };

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (!isSigned(request, text, secret)) {
        counts.unsigned += 1;
        response.writeHead(401).end();
        return;
      }
      const { id, type, subject: run } = JSON.parse(text);
      const status = judge({ id, type, run });
      if (status === null) {
        counts.hung += 1;
        return;
      }
      if (status === 500) counts.failed += 1;
      if (status === 204) taken.push({ id, type, run });
      response.writeHead(status).end();
    });
  };

  let server = await listen(receive, 0);
  // It listens on TCP, so it has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    taken,
    refused,
    counts,
    async restart(downMs) {
      counts.restarts += 1;
      await close(server);
      await sleep(downMs);
      server = await listen(receive, port);
    },
    mend: () => void (isMended = true),
    stop: () => close(server),
  };
}

function isSigned({ headers }: IncomingMessage, text: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return headers['webhook-signature'] === wanted;
}

function listen(
  receive: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(receive);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
