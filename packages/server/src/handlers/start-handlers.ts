import type { AnswerOf, PlainOr, RunId } from '@skein/api';
import type { Started } from '@skein/engine';
import { EngineError, withoutUndefined } from '@skein/ports';
import { whose } from '../identity/identity.ts';
import { noteStudio } from '../features/runs/note-studio.ts';
import { withOwner } from '../features/runs/with-owner.ts';
import { trialId } from '../features/runs/trials/trial-runs.ts';
import { partToTry } from '../features/runs/trials/part-to-try.ts';
import { within } from '../features/runs/within.ts';
import { isWritten, settingsIn } from '../features/triggers/trigger-record.ts';
import { triggersOf } from '../features/triggers/workflow-triggers.ts';
import { nativeDraft } from '../features/workflows/convert-given.ts';
import { ownWorkflow } from '../features/workflows/save-workflow.ts';
import type { Asked, HandlersOf } from './handler.ts';
import { orNull } from '../values/or-null.ts';
import { readRun } from './run-handlers.ts';
import { toRunItem } from './run-item.ts';

export const startHandlers: HandlersOf<'start'> = {
  runWorkflow: async (asked) => answerStart(asked, await noted(asked, await start(asked))),
  runNode: async (asked) => answerStart(asked, await noted(asked, await startNode(asked))),
  async listInstances({ params, query, identity, services }) {
    const { runs, workflows } = services.engine;
    const { items, nextCursor } = await runs.list({
      ...query,
      user: identity.owner,
      workflow: params.id,
      order: 'newest',
    });
    const found = await orNull(() => workflows.newest(params.id, whose(identity).user));
    // No runs yet, or no such workflow: the latter is a 404.
    if (found === null && items.length === 0 && query.cursor === undefined) {
      throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: params.id });
    }
    const shown = items.map(toRunItem);
    if (found?.dialect !== 'pipeline') return { body: { items: shown, nextCursor } };
    const instances = shown.map(async (item) => ({
      ...item,
      ...withOwner(await runs.view(item.id, 'pipeline'), identity),
    }));
    return { body: { items: await Promise.all(instances), nextCursor } };
  },
};

type Starting = Asked<'runWorkflow'> | Asked<'runNode'>;

async function noted(asked: Starting, started: Started): Promise<Started> {
  if (started.isRepeated !== true) await noteStudio(asked, started.id);
  return started;
}

/** At once, or with `wait` when there is something to show. */
async function answerStart(
  asked: Starting,
  { id, isRepeated, debounced, diagnostics }: Started,
): Promise<{ readonly status: number; readonly body: AnswerOf<'runWorkflow'> }> {
  const { query, services } = asked;
  const warned = diagnostics === undefined ? {} : { diagnostics: [...diagnostics] };
  const base = { run_id: id, instance_id: id, ...warned, ...withoutUndefined({ debounced }) };
  if (query.until === 'response') return answerResponse(asked, id, base);
  if (query.wait === undefined) {
    const { runs } = services.engine;
    const record = isRepeated === true ? await orNull(() => runs.record(id)) : null;
    const status = debounced === undefined ? 'running' : 'waiting';
    return { status: 202, body: { ...base, status: record?.status ?? status } };
  }
  const isSettled = await settles(asked, id, query.wait * 1000);
  asked.checkAccess();
  const run = await readRun(services.engine.runs, id);
  return { status: isSettled ? 200 : 202, body: { ...base, status: run.status, run } };
}

/** With what the run answers its caller; without it, if that takes too long. */
async function answerResponse(
  asked: Starting,
  id: PlainOr<RunId>,
  base: Pick<AnswerOf<'runWorkflow'>, 'run_id' | 'instance_id'>,
): Promise<{ readonly status: number; readonly body: AnswerOf<'runWorkflow'> }> {
  const { query, services, signal } = asked;
  const { runs } = services.engine;
  const waitMs = (query.wait ?? responseWaitSeconds) * 1000;
  const response = await within(runs.responded(id), waitMs, [signal, services.closing]);
  asked.checkAccess();
  const { status } = await runs.record(id);
  if (response === null) return { status: 202, body: { ...base, status } };
  return { status: 200, body: { ...base, status, response } };
}

const responseWaitSeconds = 30;

/** Starts a hidden workflow in which only this node, or what is before or after it, has something to do. */
async function startNode(asked: Asked<'runNode'>): Promise<Started> {
  const { params, body, identity, services } = asked;
  const { workflows, runs } = services.engine;
  const { id, node } = params;
  const { reach = 'node', outputs = {}, pinned = {} } = body;
  const native = await nativeDraft(asked, await ownWorkflow(asked, id, body.version));
  const tried = { node, reach, outputs, pinned, user: whose(identity).user };
  const part = await partToTry(services.engine, native, tried);
  const kept = await workflows.save(part, {
    ...whose(identity),
    id: trialId({ workflow: id, node, reach }),
    dialect: 'native',
    isHidden: true,
    ...withoutUndefined({ check: services.large?.checker(identity.owner) }),
  });
  return runs.start(kept.id, {
    ...whose(identity),
    version: kept.version,
    ...(body.input === undefined ? {} : { input: body.input }),
  });
}

async function start(asked: Asked<'runWorkflow'>): Promise<Started> {
  const { params, headers, body, identity, services } = asked;
  const { input, triggering_data: data, trigger, ...options } = body;
  if (input !== undefined && data !== undefined) {
    const message = 'has both input and triggering_data, which are synonyms';
    throw new EngineError('REQUEST_INVALID', {
      complaints: [{ in: 'body', pointer: '', message }],
    });
  }
  const given = input ?? data;
  const { 'idempotency-key': key, traceparent: trace } = headers;
  return services.engine.runs.start(params.id, {
    ...whose(identity),
    ...(given === undefined ? {} : { input: given }),
    ...options,
    ...(await entryOf(asked, trigger)),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(trace === undefined ? {} : { trace }),
  });
}

/** The node of a trigger that is kept apart from the definition; the engine knows those that the definition names. */
async function entryOf(
  { params, body, identity, services }: Asked<'runWorkflow'>,
  trigger: string | undefined,
): Promise<{ readonly trigger?: string; readonly start?: string }> {
  if (trigger === undefined) return {};
  const known = await triggersOf(services, identity, params.id);
  const apart = known.find((each) => !isWritten(each) && settingsIn(each).name === trigger);
  if (apart === undefined || body.start !== undefined) return { trigger };
  return withoutUndefined({ start: settingsIn(apart).start });
}

/** Whether the run ends, or waits for people, within this time. */
async function settles(
  { services, signal }: Starting,
  run: PlainOr<RunId>,
  waitMs: number,
): Promise<boolean> {
  const settled = services.engine.runs.settled(run);
  return (await within(settled, waitMs, [signal, services.closing])) !== null;
}
