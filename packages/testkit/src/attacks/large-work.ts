// Attacks with what is large: bodies, values, texts, schemas. Each keeps a thread or the run of its author busy, and nobody else.
import { setTimeout as sleep } from 'node:timers/promises';
import { answersMin, keepsNobodyWaiting, under, type Damage } from './attacks.ts';
import type { AttackedServer } from './attacked-server.ts';

const many = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Ten valid definitions of 10 MB, each saved. */
export function largeSaves(): Promise<Damage> {
  const nodes = many(20_000).map((i) => ({
    id: `n${i}`,
    type: 'transform',
    config: { value: 'x'.repeat(420) },
  }));
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
  return under(async (server) => {
    let isHeld = true;
    for (let i = 0; i < 10; i++) {
      const text = JSON.stringify({ skein: 1, id: `large-${i}`, nodes, edges });
      const { status } = await server.post('/workflows', text);
      if (status !== 201) isHeld = false;
    }
    return { requests: 10, restarts: false, isHeld: isHeld && keepsNobodyWaiting(server) };
  });
}

/** The first runs of five versions of 20,000 nodes, which are compiled for them. */
export function firstRuns(): Promise<Damage> {
  const definition = (id: string) => {
    const nodes = many(20_000).map((i) => ({
      id: `n${i}`,
      type: 'transform',
      config: { value: `\${trigger.a|none} and \${= 1 + ${i} }` },
    }));
    const edges = nodes.slice(1).map((node, i) => ({ from: `n${i}`, to: node.id }));
    // Compiling is what is measured: the second step is refused.
    return { skein: 1, id, policy: { maxSteps: 1 }, nodes, edges };
  };
  return under(async (server) => {
    let isHeld = true;
    for (let i = 0; i < 5; i++) {
      const id = `first-${i}`;
      const saved = await server.post('/workflows', definition(id));
      isHeld = saved.status === 201 && (await ends(server, id)) && isHeld;
    }
    return { requests: 10, restarts: false, isHeld: isHeld && keepsNobodyWaiting(server) };
  });
}

/** A redactor over 4 MB in which an address may begin at every letter. */
export function largeRedaction(): Promise<Damage> {
  const definition = {
    name: 'Redaction',
    nodes: [
      {
        id: 'm',
        nodeType: 'manualInput',
        config: { message: `@${'a'.repeat(4_000_000)}` },
      },
      { id: 'r', nodeType: 'redactor', config: {} },
    ],
    edges: [{ id: 'e', source: 'm', sourceOutput: 'message', target: 'r', targetInput: 'data' }],
  };
  return runOf('redaction', definition);
}

/** Texts that are twice as long as the one before, until they are too long. */
export function doublingTemplate(): Promise<Damage> {
  const nodes = [
    { id: 'n0', type: 'transform', config: { value: 'x'.repeat(1000) } },
    ...many(16).map((i) => ({
      id: `n${i + 1}`,
      type: 'transform',
      config: { value: `\${n${i}.output}\${n${i}.output}` },
    })),
  ];
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
  return runOf('doubling', { skein: 1, id: 'doubling', nodes, edges });
}

/** A schema with more alternatives than anyone can try, for the input of a run. */
export function hostileSchema(): Promise<Damage> {
  const levels = many(30).map((i) => {
    const $ref = `#/$defs/d${i + 1}`;
    return [`d${i}`, { anyOf: [{ $ref }, { $ref }] }] as const;
  });
  const $defs = Object.fromEntries([...levels, ['d30', { type: 'string' }] as const]);
  const input = { $defs, $ref: '#/$defs/d0' };
  const nodes = [{ id: 'start', type: 'start', config: { schema: input } }];
  return under(async (server) => {
    await server.post('/workflows', { skein: 1, id: 'hostile', nodes });
    let isHeld = true;
    for (let i = 0; i < 20; i++) {
      const { status } = await server.post('/workflows/hostile/run', { input: 1 });
      if (status < 400) isHeld = false;
      await sleep(50);
    }
    return { requests: 21, restarts: false, isHeld: isHeld && keepsNobodyWaiting(server) };
  });
}

const runsMax = 1000;

function runOf(id: string, definition: object): Promise<Damage> {
  return under(async (server) => {
    const saved = await server.post('/workflows', definition);
    const { id: workflow = id } = JSON.parse(saved.text);
    let isHeld = saved.status === 201;
    let runs = 0;
    // A short attack is made again and again, until enough others have asked meanwhile.
    while (runs < 5 || (server.answers() < answersMin && runs < runsMax)) {
      isHeld = (await ends(server, workflow)) && isHeld;
      runs += 1;
    }
    return { requests: 1 + runs, restarts: false, isHeld: isHeld && keepsNobodyWaiting(server) };
  });
}

async function ends(server: AttackedServer, workflow: string): Promise<boolean> {
  const started = await server.post(`/workflows/${encodeURIComponent(workflow)}/run`, {});
  if (started.status >= 300) return false;
  const { run_id: run } = JSON.parse(started.text);
  for (let i = 0; i < 300; i++) {
    const { items } = JSON.parse(await server.get(`/runs?limit=200`));
    const found = items.find(({ id }: { id: string }) => id === run);
    if (found !== undefined && found.status !== 'running') return true;
    await sleep(200);
  }
  return false;
}
