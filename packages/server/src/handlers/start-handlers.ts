import type { AnswerOf, JsonObject } from '@skein/api';
import type { Started } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { whose } from '../identity/identity.ts';
import { oneNode } from '../features/runs/one-node.ts';
import { ownWorkflow } from '../features/workflows/save-workflow.ts';
import type { Asked, Handlers } from './handler.ts';
import { readRun } from './run-handlers.ts';
import { toRunItem } from './run-item.ts';

type StartHandlers = Pick<Handlers, 'runWorkflow' | 'runNode' | 'listInstances'>;

export const startHandlers: StartHandlers = {
  runWorkflow: async (asked) => answerStart(asked, await start(asked)),
  runNode: async (asked) => answerStart(asked, await startNode(asked)),
  async listInstances({ params, query, identity, services }) {
    const { cursor, limit } = query;
    const { items, nextCursor } = await services.engine.runs.list({
      user: identity.owner,
      workflow: params.id,
      order: 'newest',
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (items.length === 0 && cursor === undefined) {
      // No runs yet, or no such workflow: the latter must say so.
      await services.engine.workflows.get(params.id, undefined, whose(identity).user);
    }
    return { body: { items: items.map(toRunItem), nextCursor } };
  },
};

type Starting = Asked<'runWorkflow'> | Asked<'runNode'>;

/** At once, or when there is something to show. */
async function answerStart(
  asked: Starting,
  { id, isRepeated }: Started,
): Promise<{ readonly status: number; readonly body: AnswerOf<'runWorkflow'> }> {
  const { query, services } = asked;
  const base = { run_id: id, instance_id: id };
  if (query.wait === undefined) {
    const record = isRepeated === true ? await services.store.runs.get(id) : undefined;
    return { status: 202, body: { ...base, status: record?.status ?? 'running' } };
  }
  const isSettled = await settles(asked, id, query.wait * 1000);
  const run = await readRun(services.engine.runs, id);
  return { status: isSettled ? 200 : 202, body: { ...base, status: run.status, run } };
}

/** As a run of a workflow that has only this node to run, and is in no list. */
async function startNode(asked: Asked<'runNode'>): Promise<Started> {
  const { params, body, identity, services } = asked;
  const { workflows, runs } = services.engine;
  const { id, node } = params;
  const { definition, dialect } = await ownWorkflow(asked, id, body.version);
  // The native form of a workflow is an object.
  const whole = await workflows.complete(definition, { dialect, ...whose(identity) });
  const native = workflows.convert(whole, 'native', { dialect }).definition as JsonObject;
  const alone = oneNode(native, { node, outputs: body.outputs ?? {} });
  if (alone === null) throw new EngineError('NODE_NOT_FOUND', { node });
  const kept = await workflows.save(alone, {
    ...whose(identity),
    id: `${id}#run:${node}`,
    dialect: 'native',
    isHidden: true,
  });
  return runs.start(kept.id, {
    ...whose(identity),
    version: kept.version,
    ...(body.input === undefined ? {} : { input: body.input }),
  });
}

function start({
  params,
  headers,
  body,
  identity,
  services,
}: Asked<'runWorkflow'>): Promise<Started> {
  const { input, triggering_data: data, start: node, version } = body;
  if (input !== undefined && data !== undefined) {
    const message = 'has both input and triggering_data, which are the same';
    throw new EngineError('REQUEST_INVALID', {
      complaints: [{ in: 'body', pointer: '', message }],
    });
  }
  const given = input ?? data;
  const { 'idempotency-key': key, traceparent: trace } = headers;
  return services.engine.runs.start(params.id, {
    ...whose(identity),
    ...(given === undefined ? {} : { input: given }),
    ...(node === undefined ? {} : { start: node }),
    ...(version === undefined ? {} : { version }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(trace === undefined ? {} : { trace }),
  });
}

/** Whether the run ends, or waits for people, in this time. */
async function settles(
  { services, signal }: Starting,
  run: string,
  waitMs: number,
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), waitMs);
  const leave = () => resolve(false);
  signal.addEventListener('abort', leave);
  services.closing.addEventListener('abort', leave);
  // Whoever is gone already, or a server that began to end while the run was started, tells nobody again.
  if (signal.aborted || services.closing.aborted) leave();
  try {
    return await Promise.race([services.engine.runs.settled(run).then(() => true), late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    services.closing.removeEventListener('abort', leave);
  }
}
