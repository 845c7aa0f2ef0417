// A workflow of two functions, on a host that handles one message of a run at a time.
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import {
  callNode,
  createMessageHost,
  type Happened,
  type Order,
  type RunHost,
  type MessageHost,
  type RunMessage,
} from '@skein/engine';
import { runId, workflowId, type Json } from '@skein/kernel';
import type { EngineStore } from '@skein/ports';
import { buildWorkflow } from '@skein/testkit';

export const run = runId('01990000-0000-7000-8000-000000000000');

export const workflow = buildWorkflow({
  id: 'w',
  nodes: [
    { id: 'a', type: 'function', config: { name: 'f' } },
    { id: 'b', type: 'function', config: { name: 'f' } },
  ],
  edges: ['a -> b'],
});

/** Nobody is asked for anything in these tests. */
export const noHost: RunHost = {
  owner: 'host',
  start: () => Promise.reject(new Error('not asked for')),
  send: () => Promise.reject(new Error('not asked for')),
  deliver: () => Promise.reject(new Error('not asked for')),
  wake: () => Promise.reject(new Error('not asked for')),
  release: () => Promise.reject(new Error('not asked for')),
};

export function hostOf(store: EngineStore, value: Json = 'made'): Promise<MessageHost> {
  return hostWith(store, { run: () => value });
}

export async function hostWith(store: EngineStore, f: RegisteredFunction): Promise<MessageHost> {
  const functions = new Map([['f', f]]);
  const nodeTypes = nativeNodeTypes({ functions });
  const host = await createMessageHost({
    store,
    nodeTypes,
    checkSchema: checkJsonSchema,
    host: noHost,
  });
  await host.runtime.workflows.save(workflow);
  return host;
}

export async function startOf(host: MessageHost): Promise<RunMessage> {
  const { id, version } = await host.runtime.workflows.get({ id: workflowId('w') });
  return { type: 'start', run: { workflow: { id, version }, depth: 0 } };
}

export async function called(
  host: MessageHost,
  order: Order | undefined,
  isFirst = true,
): Promise<Happened> {
  if (order?.do !== 'call') throw new Error('A call was ordered.');
  const { signal } = new AbortController();
  const link = { signal, isFirst, record: async () => true, budget: null };
  const end = await callNode(host, { ...order, run: run, seq: 0 }, link);
  if (end === null) throw new Error('The call is wanted.');
  return end;
}
