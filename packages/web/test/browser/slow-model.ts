// A model that replies on command, so that a test can look at a reply while it streams.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface SlowModel {
  readonly url: string;
  /** Resolves when somebody listens. */
  readonly say: (text: string) => Promise<void>;
  readonly finish: () => void;
  readonly stop: () => void;
}

const everyMs = 50;

export async function startSlowModel(): Promise<SlowModel> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: '' }, null));
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    say: async (text) => {
      while (waiting.size === 0) await setTimeout(everyMs);
      for (const response of waiting) response.write(chunk({ content: text }, null));
    },
    finish: () => {
      for (const response of waiting) {
        response.write(chunk({}, 'stop'));
        response.end('data: [DONE]\n\n');
      }
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function chunk(delta: object, reason: string | null): string {
  const choice = { index: 0, delta, finish_reason: reason };
  const body = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'slow',
    choices: [choice],
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}
