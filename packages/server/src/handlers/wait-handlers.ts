import type { AnswerOf } from '@skein/api';
import { EngineError, type WaitRecord } from '@skein/ports';
import { answerAs, canAnswer, type GivenAnswer } from '../features/waits/answer-as.ts';
import { listVisibleWaits } from '../features/waits/list-visible-waits.ts';
import { resumeOnce } from '../features/waits/resume-once.ts';
import { visibleWait } from '../features/waits/visible-wait.ts';
import { workflowOf } from '../features/waits/workflow-of.ts';
import { isOwn, type Identity } from '../identity/identity.ts';
import { audit } from '../records/audit.ts';
import { isoTime, isoTimeOrNull } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';
import type { Services } from './services.ts';

type WaitJson = AnswerOf<'getWait'>;

export const waitHandlers: HandlersOf<'wait'> = {
  async listWaits({ query, identity, services }) {
    const { items, nextCursor } = await listVisibleWaits(services.engine, identity, query);
    const shown = await Promise.all(items.map((each) => toWaitJson(services, each, identity)));
    return { body: { items: shown.filter((wait) => wait !== null), nextCursor } };
  },
  async getWait({ owned, identity, services }) {
    const body = await toWaitJson(services, owned.id, identity);
    if (body === null) throw new EngineError('WAIT_NOT_FOUND', { wait: owned.id.id });
    return { body };
  },
  answerWait: async ({ params, body, identity, services }) => ({
    body: await answer(services, identity, { wait: params.id, answer: body }),
  }),
  async linkWait({ owned, body, identity, services }) {
    if (!isOwn(identity, owned.id)) {
      throw new EngineError('NOT_ALLOWED', { what: 'make links for a question of another user' });
    }
    // A link speaks for whom it is made for, so whoever makes one for others could answer in their place.
    if (!canAnswer(identity, owned.id.question)) {
      throw new EngineError(
        'NOT_ALLOWED',
        { what: 'make links for a question that you may not answer' },
        { hint: '`notify` of the node sends them to those who may.' },
      );
    }
    const { url, expiresAt } = services.links.make(owned.id, body);
    const data = { for: body.for };
    await audit(services, identity, { action: 'wait.link', subject: owned.id.id, data });
    return { status: 201, body: { url, expiresAt: isoTime(expiresAt) } };
  },
  async resumeRun({ params, headers, body, identity, services }) {
    const { wait, input, ...node } = body;
    if (wait !== undefined) {
      const record = await visibleWait(services.engine, identity, wait);
      if (record.run !== params.id) throw new EngineError('WAIT_NOT_FOUND', { wait });
      return { body: await answer(services, identity, { wait, answer: input }) };
    }
    const key = headers['idempotency-key'];
    const given = { wait: { run: params.id, ...node }, answer: input };
    if (key === undefined) return { body: await answer(services, identity, given) };
    return { body: await resumeOnce(services, identity, { ...given, key }) };
  },
};

async function answer(
  services: Services,
  identity: Identity,
  given: GivenAnswer,
): Promise<AnswerOf<'answerWait'>> {
  return { ...(await answerAs(services, identity, given)), status: 'answered' };
}

/** Null when the run was deleted in the meantime, and its waits with it. */
async function toWaitJson(
  { engine }: Services,
  record: WaitRecord,
  identity: Identity,
): Promise<WaitJson | null> {
  const { id, run, node, activation, question, event, status, createdAt, deadlineAt } = record;
  const workflow = await workflowOf(engine, run);
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
    deadline: isoTimeOrNull(deadlineAt),
    isOwn: isOwn(identity, record),
    mayAnswer: canAnswer(identity, question),
  };
}
