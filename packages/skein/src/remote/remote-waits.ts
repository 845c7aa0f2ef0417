import type { AnswerOf, Client } from '@skein/api';
import type { Engine } from '@skein/engine';
import { answererName, runId, waitId } from '@skein/kernel';
import { EngineError, type WaitRecord } from '@skein/ports';
import { withoutUndefined } from '../without-undefined.ts';
import { refuseUser } from './refuse-user.ts';

type Waits = Engine['waits'];
type WaitJson = AnswerOf<'getWait'>;

/** The waits that the user of the key may see: of own runs, and those that name the user. */
export function remoteWaits(call: Client['call']): Waits {
  return {
    async list({ run, node, user, who, event, cursor, limit } = {}) {
      refuseUser(user ?? who ?? event, 'lists waits');
      const query = withoutUndefined({ run, node, cursor, limit: Math.min(limit ?? 50, 200) });
      const page = await call('listWaits', { query });
      return { items: page.items.map(toRecord), nextCursor: page.nextCursor };
    },
    get: async (id) => toRecord(await call('getWait', { params: { id } })),
    find: async (wait) => toRecord(await oldestOf(call, wait)),
    async link(wait, request) {
      const id = typeof wait === 'string' ? wait : (await oldestOf(call, wait)).id;
      const body = withoutUndefined({ ...request });
      const { url, expiresAt } = await call('linkWait', { params: { id }, body });
      return { url, expiresAt: Date.parse(expiresAt) };
    },
    async answer(wait, answer, { by, groups, roles } = {}) {
      refuseUser(answererName(by) ?? groups?.[0] ?? roles?.[0], 'takes answers');
      if (typeof wait === 'string') {
        return toAnswered(await call('answerWait', { params: { id: wait }, body: answer }));
      }
      const { run, node } = wait;
      const named = node === undefined ? {} : { node };
      const body = { ...named, input: answer };
      return toAnswered(await call('resumeRun', { params: { id: run }, body }));
    },
  };
}

/** The oldest open one of the run, or of this node of it. */
async function oldestOf(
  call: Client['call'],
  { run, node }: { readonly run: string; readonly node?: string },
): Promise<WaitJson> {
  const query = { ...withoutUndefined({ run, node }), limit: 1 };
  const [first] = (await call('listWaits', { query })).items;
  if (first === undefined) throw new EngineError('WAIT_NOT_FOUND', { wait: node ?? run });
  return first;
}

function toRecord(wait: WaitJson): WaitRecord {
  const { id, run, node, activation, kind, prompt, schema, data, who, event } = wait;
  return {
    id: waitId(id),
    run: runId(run),
    node,
    activation,
    question: withoutUndefined({
      kind,
      prompt: prompt ?? undefined,
      schema: schema ?? undefined,
      data: data ?? undefined,
      who: who.length === 0 ? undefined : who,
    }),
    ...withoutUndefined({ event: event ?? undefined }),
    createdAt: Date.parse(wait.createdAt),
    deadlineAt: wait.deadline === null ? null : Date.parse(wait.deadline),
    status: wait.status,
  };
}

function toAnswered<T extends { readonly wait: string; readonly run: string }>(answered: T) {
  return { ...answered, wait: waitId(answered.wait), run: runId(answered.run) };
}
