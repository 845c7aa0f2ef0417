// Threads
// A conversation with an agent that outlives processes, runs and failures. A thread is only a name: opening it reads nothing, and two
// who open the same one, in whatever process, share it.
import { isObject, type Json } from '@skein/kernel';
import { EngineError, withoutUndefined, type ModelMessage } from '@skein/ports';
import type { AgentTools, ToolInput } from '../agents/tool.ts';
import { partReader, type PlainPart } from './read-parts.ts';
import { makeReply, type Reply } from './reply.ts';
import type { ThreadHost, ThreadUpdate } from './thread-host.ts';
import { checkThreadId, countKey, scopeOf, turnKey, type KeptTurn } from './thread-place.ts';
import { threadWorkflowId } from './thread-workflow.ts';
import { toTurn } from './turn-log.ts';
import { replyIdOf, turnMessages, type UiMessage } from './ui-messages.ts';
import { readUiRequest, type UiDecision } from './ui-request.ts';

/** What a user says; with the same id it is said once, however often it is sent. */
export interface ThreadMessage {
  /** Default: a new one. */
  readonly id?: string;
  readonly text: string;
}

/** What a person decides about a call. */
export interface ToolDecision<Tools> {
  readonly approved: boolean;
  /** In place of what the model wanted. */
  readonly input?: ToolInput<Tools[keyof Tools]>;
  /** Told to the model when the call is rejected. */
  readonly note?: string;
  /** Who decides, for the journal; a tool with `who` needs somebody whom it names. */
  readonly by?: string;
}

export interface Thread<Tools, Out = string> {
  readonly id: string;
  /** Says something. The turn runs whether or not anybody reads the reply, after those that were sent before it. */
  send(message: string | ThreadMessage): Reply<Tools, Out>;
  /** Decides about a call that a person must agree to; the turn goes on, and the reply is what follows. */
  decide(approvalId: string, decision: ToolDecision<Tools>): Reply<Tools, Out>;
  /** Tries the last turn again, if it failed: with what the user said, and with what it had done before it failed. */
  retry(): Reply<Tools, Out>;
  /**
   * Answers a request of `useChat` of the AI SDK: a POST says something or decides, a GET continues the stream of the turn that is under
   * way.
   */
  respond(request: Request): Promise<Response>;
  /** The same as messages of the AI SDK, for `useChat({ messages })` after a reload; a call that a person must decide about is among them. */
  uiMessages(options?: { readonly turns?: number }): Promise<readonly UiMessage[]>;
  /** What was said in the last turns (50), the oldest first; of turns that failed only what the user said. */
  messages(options?: { readonly turns?: number }): Promise<readonly ModelMessage[]>;
}

export interface ThreadOptions {
  /** Whose it is: users never see each other's threads. Default: nobody's. */
  readonly user?: string;
}

export interface OpenedThread extends ThreadOptions {
  readonly agent: string;
  readonly id: string;
}

export function openThread<Tools extends AgentTools, Out>(
  host: ThreadHost,
  opened: OpenedThread,
): Thread<Tools, Out> {
  const { id } = opened;
  checkThreadId(id);
  const replyTo = (begin: () => Promise<TurnView>, messageId?: string): Reply<Tools, Out> => {
    const begun = begin();
    // Whoever reads the reply is told; nobody has to read it.
    begun.catch(() => {});
    const open = () => partsOf(host, begun);
    return makeReply({ thread: id, messageId, run: () => begun.then(({ run }) => run), open });
  };
  const send = (message: string | ThreadMessage) => {
    const { id: given = crypto.randomUUID(), text } =
      typeof message === 'string' ? { text: message } : message;
    return replyTo(() => sayMessage(host, opened, { id: given, text }), replyIdOf(given));
  };
  const decideAll = (
    decisions: readonly (UiDecision & { input?: Json; by?: string })[],
    messageId?: string,
  ) => replyTo(() => answerAll(host, opened, decisions), messageId);
  const retry = () => replyTo(() => retryLast(host, opened));
  return {
    id,
    send,
    retry,
    decide(approvalId, { input, ...decision }) {
      // What is no JSON is refused with the answer.
      const changed = withoutUndefined({ input: input as Json | undefined });
      return decideAll([{ approvalId, ...decision, ...changed }]);
    },
    async respond(request) {
      if (request.method === 'GET') return continueStream(host, opened);
      const read = readUiRequest(await bodyOf(request));
      switch (read.type) {
        case 'message':
          return send(read).toUIMessageStreamResponse();
        case 'decisions':
          return decideAll(read.decisions, read.messageId).toUIMessageStreamResponse();
        case 'regenerate':
          return retry().toUIMessageStreamResponse();
        case 'invalid':
          return Response.json({ error: read.complaint }, { status: 400 });
      }
    },
    messages: ({ turns = 50 } = {}) => lastMessages(host, opened, turns),
    uiMessages: ({ turns = 50 } = {}) => lastUiMessages(host, opened, turns),
  };
}

/** A turn, and where in it a reply begins. */
interface TurnView {
  readonly run: string;
  /** Rows up to this one are left out. */
  readonly after: number;
  /** The question after which the reply begins. */
  readonly since?: string;
}

async function sayMessage(
  { runs }: ThreadHost,
  { agent, id: thread, user }: OpenedThread,
  message: { readonly id: string; readonly text: string },
): Promise<TurnView> {
  const { id: run } = await runs.start(threadWorkflowId(agent), {
    input: { thread, message: { id: message.id, text: message.text } },
    idempotencyKey: `${threadWorkflowId(agent)}/${thread}/${message.id}`,
    ...withoutUndefined({ user }),
  });
  return { run, after: 0 };
}

/** Questions of one turn are asked one after the other, so there is one that is open; others of a message were answered before. */
async function answerAll(
  { waits }: ThreadHost,
  { user }: OpenedThread,
  decisions: readonly (UiDecision & { readonly input?: Json; readonly by?: string })[],
): Promise<TurnView> {
  let view: TurnView | undefined;
  for (const { approvalId, approved, note, input, by } of decisions) {
    // Whoever sends a decision has written the id: of others' questions this thread knows nothing.
    if (!isSame(await waits.get(approvalId), user))
      throw new EngineError('WAIT_NOT_FOUND', { wait: approvalId });
    const answer = { decision: approved ? 'approve' : 'reject', note, arguments: input };
    const { run } = await waits.answer(
      approvalId,
      withoutUndefined(answer),
      withoutUndefined({ by }),
    );
    view = { run, after: 0, since: approvalId };
  }
  if (view === undefined) throw new Error('A reply needs a decision.');
  return view;
}

async function retryLast(host: ThreadHost, opened: OpenedThread): Promise<TurnView> {
  const turn = await lastTurn(host, opened);
  if (turn === undefined)
    throw new EngineError('BAD_VALUE', { what: 'thread', complaint: nothingSaid });
  if (!(await isTurn(host, opened, turn.run)))
    throw new EngineError('RUN_NOT_FOUND', { run: turn.run });
  const { seq } = await host.runs.get(turn.run);
  await host.runs.resume(turn.run);
  return { run: turn.run, after: seq };
}

const nothingSaid = 'Nothing was said in it yet, so there is no turn to try again.';

/** 204 when no turn is under way, as the AI SDK wants it. */
async function continueStream(host: ThreadHost, opened: OpenedThread): Promise<Response> {
  const turn = await lastTurn(host, opened);
  const isOwn = turn !== undefined && (await isTurn(host, opened, turn.run));
  if (!isOwn || (await host.runs.get(turn.run)).status !== 'running')
    return new Response(null, { status: 204 });
  const view = Promise.resolve({ run: turn.run, after: 0 });
  const open = () => partsOf(host, view);
  return makeReply({
    thread: opened.id,
    messageId: replyIdOf(turn.id),
    run: () => Promise.resolve(turn.run),
    open,
  }).toUIMessageStreamResponse();
}

async function* partsOf(host: ThreadHost, begun: Promise<TurnView>): AsyncGenerator<PlainPart> {
  const { run, after, since } = await begun;
  const read = partReader();
  const ending = new AbortController();
  let isSkipped = since !== undefined;
  try {
    for await (const update of host.runs.events(run, { after, signal: ending.signal })) {
      const parts = read(update);
      if (isSkipped) {
        isSkipped = !opens(update, since);
        continue;
      }
      for (const part of parts) {
        yield part;
        if (part.type === 'finish') return;
      }
    }
  } finally {
    ending.abort();
  }
}

function opens(update: ThreadUpdate, wait: string | undefined): boolean {
  if (update.type !== 'event') return false;
  return update.derived.some((fact) => fact.type === 'wait.opened' && fact.wait === wait);
}

async function lastTurn(host: ThreadHost, opened: OpenedThread): Promise<KeptTurn | undefined> {
  const [turn] = await lastTurns(host, opened, 1);
  return turn;
}

async function lastTurns(
  { memory }: ThreadHost,
  { agent, id: thread, user }: OpenedThread,
  count: number,
): Promise<readonly KeptTurn[]> {
  const place = { scope: scopeOf({ agent, thread }), ...withoutUndefined({ user }) };
  const begun = Number((await memory.get(countKey, place))?.value ?? 0);
  const newest = Number.isSafeInteger(begun) ? Math.max(0, begun) : 0;
  const numbers = Array.from({ length: Math.min(count, newest) }, (_, i) => newest - i).reverse();
  const entries = await Promise.all(numbers.map((each) => memory.get(turnKey(each), place)));
  return entries.flatMap((entry) => toTurn(entry) ?? []);
}

async function lastMessages(
  host: ThreadHost,
  opened: OpenedThread,
  turns: number,
): Promise<readonly ModelMessage[]> {
  const kept = await lastTurns(host, opened, turns);
  return kept.flatMap(({ messages }) => messages);
}

async function lastUiMessages(
  host: ThreadHost,
  opened: OpenedThread,
  turns: number,
): Promise<readonly UiMessage[]> {
  const kept = await lastTurns(host, opened, turns);
  const each = await Promise.all(
    kept.map(async (turn) =>
      turnMessages(turn, turn.isDone ? [] : await askedIn(host, opened, turn.run)),
    ),
  );
  return each.flat();
}

/** What a turn has told that waits for a person; nothing of one that is under way, or whose run was deleted. */
async function askedIn(
  host: ThreadHost,
  opened: OpenedThread,
  run: string,
): Promise<readonly PlainPart[]> {
  if (!(await isTurn(host, opened, run))) return [];
  const found = await host.runs.get(run).catch(() => null);
  if (found?.status !== 'waiting') return [];
  const told: PlainPart[] = [];
  for await (const part of partsOf(host, Promise.resolve({ run, after: 0 }))) told.push(part);
  return told;
}

/**
 * Whether a run is a turn of this agent's threads, and of this user. The memory says which run a turn is, and workflows of the user write
 * there too: without this they would reach the runs of others.
 */
async function isTurn(
  { runs }: ThreadHost,
  { agent, user }: OpenedThread,
  run: string,
): Promise<boolean> {
  const record = await runs.record(run).catch(() => null);
  return record !== null && isSame(record, user) && record.workflow.id === threadWorkflowId(agent);
}

function isSame({ user = '' }: { readonly user?: string }, other = ''): boolean {
  return user === other;
}

/** Whatever it says about its type: a request without a JSON body is answered, not thrown. */
async function bodyOf(request: Request): Promise<Json> {
  try {
    // JSON.parse gives JSON.
    const body = JSON.parse(await request.text()) as Json;
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}
