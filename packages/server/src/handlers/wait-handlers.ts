import type { AnswerOf, Json } from '@skein/api';
import { EngineError, type WaitRecord } from '@skein/ports';
import { isOwn, type Identity } from '../identity/identity.ts';
import { listOwnAndNamed } from '../features/waits/list-own-and-named.ts';
import { resumeOnce } from '../features/waits/resume-once.ts';
import { workflowOf } from '../features/waits/workflow-of.ts';
import type { Services } from './services.ts';
import { audit } from '../records/audit.ts';
import type { Handlers } from './handler.ts';
import { isoTime } from '../values/iso-time.ts';
import { ownRun } from '../features/runs/own-run.ts';

type WaitHandlers = Pick<Handlers, 'listWaits' | 'getWait' | 'answerWait' | 'resumeRun'>;
type WaitJson = AnswerOf<'getWait'>;

export const waitHandlers: WaitHandlers = {
  async listWaits({ query, identity, services }) {
    const { items, nextCursor } = await listOwnAndNamed(services.store, identity, query);
    const toJson = (record: WaitRecord) => toWaitJson(services, record, identity);
    const shown = await Promise.all(items.map(toJson));
    return { body: { items: shown.filter((wait) => wait !== null), nextCursor } };
  },
  async getWait({ params, identity, services }) {
    const record = await visibleWait(services, identity, params.id);
    const body = await toWaitJson(services, record, identity);
    if (body === null) throw new EngineError('WAIT_NOT_FOUND', { wait: record.id });
    return { body };
  },
  async answerWait({ params, body, identity, services }) {
    const record = await visibleWait(services, identity, params.id);
    return { body: await answer(services, identity, { wait: record.id, answer: body }) };
  },
  async resumeRun({ params, headers, body, identity, services }) {
    await ownRun(services, identity, params.id);
    const { wait, node, input } = body;
    if (wait !== undefined) {
      const record = await visibleWait(services, identity, wait);
      if (record.run !== params.id) throw new EngineError('WAIT_NOT_FOUND', { wait });
      return { body: await answer(services, identity, { wait, answer: input }) };
    }
    const key = headers['idempotency-key'];
    const named = { run: params.id, ...(node === undefined ? {} : { node }) };
    const given = { wait: named, answer: input };
    if (key === undefined) return { body: await answer(services, identity, given) };
    const done = await resumeOnce(services, { ...given, by: identity.user, key });
    await audit(services, identity, { action: 'wait.answer', subject: done.wait });
    return { body: done };
  },
};

async function answer(
  services: Services,
  identity: Identity,
  given: {
    readonly wait: string | { readonly run: string; readonly node?: string };
    readonly answer: Json;
  },
): Promise<AnswerOf<'answerWait'>> {
  const by = identity.user;
  const { wait, run } = await services.engine.waits.answer(given.wait, given.answer, { by });
  await audit(services, identity, { action: 'wait.answer', subject: wait });
  return { wait, run, status: 'answered' };
}

/** A wait of one's own run, or one that names the user. Anything else is not there. */
async function visibleWait(
  { store }: Services,
  identity: Identity,
  wait: string,
): Promise<WaitRecord> {
  const record = await store.waits.get(wait);
  const isVisible =
    record !== undefined &&
    (isOwn(identity, record) || (record.question.who ?? []).includes(identity.user));
  if (record !== undefined && isVisible) return record;
  throw new EngineError('WAIT_NOT_FOUND', { wait });
}

/** Null when the run was deleted meanwhile, and its waits with it. */
async function toWaitJson(
  { store }: Services,
  record: WaitRecord,
  identity: Identity,
): Promise<WaitJson | null> {
  const { id, run, node, activation, question, event, status, createdAt, deadlineAt } = record;
  const workflow = await workflowOf(store, run);
  if (workflow === null) return null;
  return {
    id,
    run,
    workflow,
    node,
    activation,
    kind: question.kind,
    prompt: question.prompt ?? null,
    schema: question.schema ?? null,
    data: question.data ?? null,
    who: [...(question.who ?? [])],
    event: event ?? null,
    status,
    createdAt: isoTime(createdAt),
    deadline: deadlineAt === null ? null : isoTime(deadlineAt),
    isOwn: isOwn(identity, record),
  };
}
