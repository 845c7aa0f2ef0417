// Goal: a preview of a large or hostile file keeps nobody waiting, and leaves nothing. Method: a real server, asked for other things meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeServer, type ComposedServer } from '../../src/server/compose-server.ts';

let server: ComposedServer;
let url = '';
beforeAll(async () => {
  server = await composeServer({ store: 'memory' });
  ({ url } = await server.listen({ port: 0 }));
});
afterAll(() => server.close());

async function preview(text: string, name: string) {
  const answer = await fetch(`${url}/api/v1/workflows/import/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, name }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

/** How often the server answered somebody else before the work was done. */
async function answersDuring<T>(
  work: Promise<T>,
): Promise<{ readonly done: T; readonly answers: number }> {
  let isDone = false;
  let answers = 0;
  const watch = async () => {
    while (!isDone) {
      const { ok } = await fetch(`${url}/api/v1/workflows?limit=1`);
      if (ok && !isDone) answers += 1;
      // Asked without a pause, it would take the processor from the work.
      await pause(20);
    }
  };
  const watching = watch();
  const done = await work.finally(() => {
    isDone = true;
  });
  await watching;
  return { done, answers };
}

/** A workflow of n8n with thousands of nodes that compute. */
function largeFile(): string {
  const nodes = Array.from({ length: 4000 }, (_, index) => ({
    id: `${index}`,
    name: `Set ${index}`,
    type: index === 0 ? 'n8n-nodes-base.manualTrigger' : 'n8n-nodes-base.set',
    typeVersion: 3.4,
    position: [index * 10, 0],
    parameters: {
      assignments: {
        assignments: [
          { name: 'text', type: 'string', value: `=${'{{ $json.text }} and more. '.repeat(20)}` },
        ],
      },
    },
  }));
  const connections = Object.fromEntries(
    nodes
      .slice(1)
      .map(({ name }, index) => [
        nodes[index]?.name ?? '',
        { main: [[{ node: name, type: 'main', index: 0 }]] },
      ]),
  );
  return JSON.stringify({ name: 'Large', nodes, connections, settings: { executionOrder: 'v1' } });
}

describe('previews of imports', () => {
  it('[X2655] while a large file is converted, others are answered', async () => {
    const { done, answers } = await answersDuring(preview(largeFile(), 'large.json'));
    // Converted, or given up at the limit of time on a slow machine: but never on the thread that answers.
    expect([200, 422, 503]).toContain(done.status);
    expect(answers).toBeGreaterThan(3);
  });

  it('[X2655] a YAML bomb and a cut file are errors that say where; nothing is kept', async () => {
    const level = (n: number) =>
      `l${n}: &l${n} [${Array.from({ length: 9 }, () => `*l${n - 1}`).join(', ')}]\n`;
    const levels = Array.from({ length: 9 }, (_, n) => level(n + 1)).join('');
    const bomb = await preview(
      `l0: &l0 [a, a, a, a, a, a, a, a, a]\n${levels}app: *l9\nkind: app\n`,
      'bomb.yml',
    );
    const cut = await preview('{"nodes": [{"id": "1", "na', 'cut.json');
    const large = await preview(`{"nodes":[],"pad":"${'x'.repeat(50_000_000)}"}`, 'large.json');
    expect([bomb.status, cut.status, large.status]).toEqual([422, 422, 413]);
    for (const { body } of [bomb, cut]) {
      const [first] = body.error.details.diagnostics;
      expect([first.message.length > 0, first.hint.length > 0]).toEqual([true, true]);
    }
    const kept = await fetch(`${url}/api/v1/workflows`);
    expect(((await kept.json()) as { readonly items: readonly unknown[] }).items).toEqual([]);
  });
});
