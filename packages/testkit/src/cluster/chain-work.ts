// The work of the cluster test and of the comparison of hosts: a chain of ten functions with a question in the middle.
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import { isObject } from '@skein/kernel';
import type { NodeIo } from '@skein/ports';
import { cpuMs } from '../cpu-ms.ts';
import { buildWorkflow, type EdgeText } from '../engine/build-workflow.ts';

export const stepsCount = 10;

/** How its functions are registered. */
export type CountName = 'count' | 'fast' | 'pure';

/** `asks`: with a question after the fifth. */
export function chainOf(asks: boolean, name: CountName = 'count') {
  const ids = Array.from({ length: stepsCount }, (_, i) => `s${i + 1}`);
  const nodes = ids.map((id, i) => {
    const before = i === 0 ? 0 : `\${s${i}.output}`;
    return { id, type: 'function', config: { name, args: { before } } };
  });
  const ask = { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } };
  const edges = ids.slice(1).map((id, i): EdgeText => `s${i + 1} -> ${id}`);
  const half = stepsCount / 2;
  const asking: readonly EdgeText[] = [`s${half} -> ask`, `ask.approved -> s${half + 1}`];
  return buildWorkflow({
    id: asks ? 'asking-chain' : 'chain',
    nodes: asks ? [...nodes, ask] : nodes,
    edges: asks ? [...edges.toSpliced(half - 1, 1), ...asking] : edges,
  });
}

export const branchesCount = 500;

/** As many functions, all open at once. */
export function branches() {
  const nodes = Array.from({ length: branchesCount }, (_, i) => ({
    id: `s${i + 1}`,
    type: 'function',
    config: { name: 'count', args: { before: 0 } },
  }));
  return buildWorkflow({ id: 'branches', nodes });
}

/** What a function does before it counts. */
export type ChainWork = (io: NodeIo) => Promise<unknown>;

/** By name: 'wait' waits 20 ms, 'burn' computes for 5 ms, anything else is nothing. */
export function chainWork(name: string): ChainWork | undefined {
  if (name === 'wait') return () => new Promise((resolve) => setTimeout(resolve, 20));
  if (name === 'burn') return async () => burn(5);
  return undefined;
}

/** By this thread's CPU clock, so that other load on the machine does not make it shorter. */
function burn(ms: number): void {
  for (const until = cpuMs() + ms; cpuMs() < until;);
}

export function chainOptions(work?: ChainWork) {
  const run: RegisteredFunction['run'] = async (args, io) => {
    await work?.(io);
    const before = isObject(args as never) ? (args as { before?: unknown }).before : 0;
    return (typeof before === 'number' ? before : 0) + 1;
  };
  const functions = new Map<CountName, RegisteredFunction>([
    ['count', { run }],
    ['fast', { run, isFast: true }],
    ['pure', { run, effect: 'pure' }],
  ]);
  return {
    nodeTypes: nativeNodeTypes({ functions }),
    checkSchema: checkJsonSchema,
  };
}
