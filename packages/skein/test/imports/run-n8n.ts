// Runs a small workflow of n8n as n8n would, on a real engine.
import { importSource } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { createEngine } from '../../src/index.ts';

export interface N8nCase {
  readonly nodes: readonly JsonObject[];
  /** `A>B`, or `A.1>B.2` from the second output to the third input. */
  readonly edges: readonly string[];
  readonly input: Json;
  readonly order?: string;
}

export interface N8nRun {
  readonly status: string;
  readonly output: Json | undefined;
  readonly losses: readonly string[];
  readonly error: string;
}

export async function runN8n({ nodes, edges, input, order = 'v1' }: N8nCase): Promise<N8nRun> {
  const imported = importSource({
    name: 'Test',
    nodes: nodes.map((node, index) => ({
      id: `${index}`,
      position: [index * 100, 0],
      parameters: {},
      ...node,
    })),
    connections: connectionsOf(edges),
    settings: { executionOrder: order },
  });
  if (imported === null) throw new Error('not recognised');
  const engine = await createEngine();
  try {
    const { id } = await engine.workflows.save(imported.definition);
    const run = await engine.runs.start(id, { input });
    const { status, output, error } = await engine.runs.finished(run.id);
    const losses = imported.losses.map(({ kind }) => kind);
    return { status, output, losses, error: error?.message ?? '' };
  } finally {
    await engine.close();
  }
}

function connectionsOf(edges: readonly string[]): JsonObject {
  const connections: {
    [name: string]: { main: { node: string; type: string; index: number }[][] };
  } = {};
  for (const edge of edges) {
    const [left = '', right = ''] = edge.split('>');
    const [from = '', output = '0'] = left.split('.');
    const [to = '', input = '0'] = right.split('.');
    const { main } = (connections[from] ??= { main: [] });
    while (main.length <= Number(output)) main.push([]);
    main[Number(output)]?.push({ node: to, type: 'main', index: Number(input) });
  }
  return connections;
}
