// The work of the cluster test and of the comparison of hosts: a chain of ten functions with a question in the middle.
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import { isObject } from '@skein/kernel';
import type { NodeIo } from '@skein/ports';
import { buildWorkflow, type EdgeText } from '../engine/build-workflow.ts';

export const stepsCount = 10;

/** `asks`: with a question behind the fifth. */
export function chainOf(asks: boolean) {
  const ids = Array.from({ length: stepsCount }, (_, i) => `s${i + 1}`);
  const nodes = ids.map((id, i) => {
    const before = i === 0 ? 0 : `\${s${i}.output}`;
    return { id, type: 'function', config: { name: 'count', args: { before } } };
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

/** `effect` is recorded as a step of each call. */
export function chainOptions(effect?: (io: NodeIo) => Promise<string>) {
  const run: RegisteredFunction['run'] = async (args, io) => {
    if (effect !== undefined) await io.step('effect', () => effect(io));
    const before = isObject(args as never) ? (args as { before?: unknown }).before : 0;
    return (typeof before === 'number' ? before : 0) + 1;
  };
  return {
    nodeTypes: nativeNodeTypes({ functions: new Map([['count', { run }]]) }),
    checkSchema: checkJsonSchema,
  };
}
