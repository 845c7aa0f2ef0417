// Tasks of A2A: each is a run
// T1. A message without a task begins one; its `messageId` makes it the same one, however often it is sent.
// T2. A message with a task answers what its run asks, once: a repeated one does not answer the next question.
import { isObject, type JsonObject } from '@skein/api';
import { EngineError, hasEnded, withoutUndefined } from '@skein/ports';
import { everyItem } from '../../../values/every-item.ts';
import { textIn } from '../../../values/text-in.ts';
import { ownRun } from '../../runs/own-run.ts';
import { resumeOnce } from '../../waits/resume-once.ts';
import { chatOfRun, openChat } from '../chats/chat.ts';
import { spokenAnswer } from '../chats/spoken-answer.ts';
import type { DoorCall } from '../door-call.ts';
import { askedWait } from '../facts/run-facts.ts';
import type { Published } from '../published/published.ts';
import { A2aError } from './a2a-error.ts';
import type { FileUrl } from './output-parts.ts';
import { objectAt, readMessage, textAt, valueAt, type A2aMessage } from './read-message.ts';
import { noteSaid, partsSaid, said, type SaidMessage } from './task-history.ts';
import { taskOf, type TaskPlace } from './task.ts';
import type { TaskPushes } from './task-pushes.ts';

/** A request to one agent. */
export interface A2aCall {
  readonly call: DoorCall;
  readonly published: Published;
  /** Null: nobody is told of tasks. */
  readonly pushes: TaskPushes | null;
  readonly files: FileUrl;
}

/** What follows a task before its client hears of it. */
export type OnBegun = ((place: TaskPlace) => Promise<void>) | null;

export interface BegunTask extends TaskPlace {
  /** The row before what it brought about. */
  readonly after: number;
}

export async function sendMessage(
  asked: A2aCall,
  params: JsonObject,
  onBegun?: OnBegun,
): Promise<JsonObject> {
  const begun = await beginTask(asked, params);
  await onBegun?.(begun);
  const settings = objectAt(params, 'configuration');
  const { runs } = asked.call.engine;
  if (valueAt(settings, 'returnImmediately') !== true) await runs.settled(begun.run);
  return { task: await readTask(asked, begun, historyIn(settings)) };
}

export async function beginTask(asked: A2aCall, params: JsonObject): Promise<BegunTask> {
  const message = readMessage(params);
  if (message.task !== undefined) return answerTask(asked, message, message.task);
  const { call, published } = asked;
  const context = message.context ?? `of ${message.id}`;
  const chat = openChat(call.engine, call.identity, { published, id: context });
  const { id, text, data } = message;
  const { run } = await chat.begin({ id, text, ...withoutUndefined({ data }) });
  return { run, context, after: 0 };
}

async function answerTask(asked: A2aCall, message: A2aMessage, task: string): Promise<BegunTask> {
  const place = await findTask(asked, task);
  const { call } = asked;
  const { run, context } = place;
  if (message.context !== undefined && message.context !== context)
    throw new A2aError('invalidParams', `Task ${task} belongs to another context.`);
  const state = await call.engine.runs.get(run);
  if (hasEnded(state)) throw new A2aError('unsupported', `Task ${task} is over.`);
  const open = state.waits.map(askedWait).filter((wait) => wait.kind !== 'event');
  const wait = open.find(({ id }) => message.wait === undefined || id === message.wait);
  if (wait === undefined) throw new A2aError('unsupported', `Task ${task} asks nothing now.`);
  const answer = message.data ?? spokenAnswer(wait, message.text);
  // Neither a yes nor a no: the task says again what it asks.
  if (answer !== null) {
    const key = `a2a/${message.id}`;
    await resumeOnce(call, call.identity, { wait: { run, node: wait.node }, answer, key });
  }
  await noteSaid(call.engine, call.identity, { run, message });
  return { ...place, after: state.seq };
}

export async function readTask(
  asked: A2aCall,
  place: TaskPlace,
  historyMax?: number,
): Promise<JsonObject> {
  const { call, files } = asked;
  const state = await call.engine.runs.get(place.run);
  const all = historyMax === 0 ? [] : await historyOf(asked, place);
  const kept = all.slice(-Math.max(1, historyMax ?? all.length));
  return taskOf(place, state, { said: kept, files, canAnswer: call.canAnswer });
}

/** What the client has said to it, the oldest first. */
async function historyOf(asked: A2aCall, place: TaskPlace): Promise<readonly SaidMessage[]> {
  const { call, published } = asked;
  const chat = openChat(call.engine, call.identity, { published, id: place.context });
  const turn = (await chat.turns(turnsMax)).find(({ run }) => run === place.run);
  const first =
    turn === undefined
      ? []
      : [{ id: turn.id, parts: partsSaid({ text: turn.text, data: undefined }) }];
  return [...first, ...(await said(call.engine, call.identity, place.run))];
}

const turnsMax = 20;

export async function findTask({ call, published }: A2aCall, id: string): Promise<TaskPlace> {
  const { engine, identity } = call;
  const missing = () => new A2aError('taskNotFound', `There is no task ${id.slice(0, 200)}.`);
  const record = await ownRun(engine, identity.owner, id).catch((error: unknown) => {
    throw error instanceof EngineError && error.status === 404 ? missing() : error;
  });
  const context = await chatOfRun(engine, identity, id);
  if (record.workflow.id !== published.workflow || context === undefined) throw missing();
  return { run: id, context };
}

export async function getTask(asked: A2aCall, params: JsonObject): Promise<JsonObject> {
  return readTask(asked, await findTask(asked, idIn(params)), historyIn(params));
}

export async function cancelTask(asked: A2aCall, params: JsonObject): Promise<JsonObject> {
  const place = await findTask(asked, idIn(params));
  const { runs } = asked.call.engine;
  if (hasEnded(await runs.record(place.run)))
    throw new A2aError('notCancelable', `Task ${place.run} is over.`);
  await runs.cancel(place.run, { reason: 'Its task was cancelled.' });
  await runs.finished(place.run);
  return readTask(asked, place);
}

/** The newest first, in pages. */
export async function listTasks(asked: A2aCall, params: JsonObject): Promise<JsonObject> {
  const { call, published } = asked;
  const wanted = {
    context: textAt(params, 'contextId'),
    state: wantedState(params),
    since: sinceIn(params),
  };
  const size = valueAt(params, 'pageSize');
  const pageSize = typeof size === 'number' ? size : pageDefault;
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > pageMax)
    throw new A2aError('invalidParams', `pageSize is not a whole number from 1 to ${pageMax}.`);
  const from = textAt(params, 'pageToken');
  const tasks: JsonObject[] = [];
  let [next, isAfter] = ['', from === undefined];
  const filter = { user: call.identity.owner, workflow: published.workflow };
  const list = (page: { readonly cursor?: string; readonly limit: number }) =>
    call.engine.runs.list({ ...page, ...filter, order: 'newest' });
  for await (const { id } of everyItem(list)) {
    const context = isAfter ? await chatOfRun(call.engine, call.identity, id) : undefined;
    if (id === from) isAfter = true;
    if (context === undefined || (wanted.context ?? context) !== context) continue;
    const task = await readTask(asked, { run: id, context }, historyIn(params) ?? 0);
    if (wanted.state !== undefined && statusAt(task, 'state') !== wanted.state) continue;
    if (Date.parse(statusAt(task, 'timestamp')) <= wanted.since) continue;
    if (tasks.length === pageSize) {
      next = textIn(tasks.at(-1)?.['id']);
      break;
    }
    const isFull = valueAt(params, 'includeArtifacts') === true;
    const { artifacts: _, ...short } = task;
    tasks.push(isFull ? task : short);
  }
  return { tasks, nextPageToken: next, pageSize, totalSize: tasks.length };
}

const pageDefault = 50;
const pageMax = 100;

/** Clients name the state that stands for none. */
function wantedState(params: JsonObject): string | undefined {
  const state = textAt(params, 'status');
  return state === 'TASK_STATE_UNSPECIFIED' ? undefined : state;
}

/** Milliseconds; tasks are listed whose state is newer. */
function sinceIn(params: JsonObject): number {
  const since = valueAt(params, 'statusTimestampAfter') ?? null;
  if (since === null) return -Infinity;
  const ms = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(ms)) throw new A2aError('invalidParams', 'statusTimestampAfter is no time.');
  return ms;
}

function statusAt({ status }: JsonObject, key: 'state' | 'timestamp'): string {
  return status !== undefined && isObject(status) ? textIn(status[key]) : '';
}

export function idIn(params: JsonObject): string {
  const id = textAt(params, 'id');
  if (id === undefined) throw new A2aError('invalidParams', 'id is not the id of a task.');
  return id;
}

function historyIn(params: JsonObject): number | undefined {
  const length = valueAt(params, 'historyLength');
  return typeof length === 'number' ? length : undefined;
}
