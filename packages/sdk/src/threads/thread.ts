// Threads
// A conversation with an agent that outlives processes, runs and failures. A thread is only a name: opening it reads nothing, and two
// who open the same one, in whatever process, share it.
import { isObject, textOf, type Json, type JsonObject } from '@skein/kernel';
import { EngineError, withoutUndefined, type ModelMessage } from '@skein/ports';
import type { AgentTools, ToolInput } from '../agents/tool.ts';
import { forkThread, keepStopped, takeBackLast } from './cut-thread.ts';
import { partReader, type PlainPart } from './read-parts.ts';
import { makeReply, type Reply } from './reply.ts';
import { saidContent, saidParts, type SentFile } from './said-content.ts';
import { stopSpeaking } from './stop-speaking.ts';
import { storedThreadDefinition, type StoredAgent } from './stored-agent.ts';
import type { ThreadHost, ThreadUpdate } from './thread-host.ts';
import { checkMessage, type ThreadMessage } from './thread-message.ts';
import { checkThreadId, countKey, scopeOf, turnKey, type KeptTurn } from './thread-place.ts';
import { threadWorkflowId } from './thread-workflow.ts';
import { toTurn } from './turn-log.ts';
import { replyIdOf, turnMessages, type UiMessage } from './ui-messages.ts';
import { readTitle } from './read-title.ts';
import { readUiRequest, type UiDecision } from './ui-request.ts';

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
  /**
   * Tries the last turn again. One that failed goes on with what it had done before it failed; one that was stopped or is done is taken
   * back, and what the user said is answered anew.
   */
  retry(): Reply<Tools, Out>;
  /**
   * Ends the turn that is under way; false when there is none. `run`: of a reply, for a turn that has just begun and is not remembered yet.
   */
  stop(run?: string): Promise<boolean>;
  /** What was said before this message becomes the beginning of another thread. */
  fork(options: {
    readonly before: string;
    readonly to: string;
  }): Promise<{ readonly turns: number }>;
  /**
   * Answers a request of `useChat` of the AI SDK: a POST says something or decides, a GET continues the stream of the turn that is under
   * way.
   */
  respond(request: Request): Promise<Response>;
  /** The same as messages of the AI SDK, for `useChat({ messages })` after a reload; a call that a person must decide about is among them. */
  uiMessages(options?: { readonly turns?: number }): Promise<readonly UiMessage[]>;
  /** What was said in the last turns (50), the oldest first; of turns that failed only what the user said. */
  messages(options?: { readonly turns?: number }): Promise<readonly ModelMessage[]>;
  /** The beginning of what was said first; empty as long as nothing was. */
  title(): Promise<string>;
}

export interface ThreadOptions {
  /** Whose it is: users never see each other's threads. Default: nobody's. */
  readonly user?: string;
}

export interface OpenedThread extends ThreadOptions {
  readonly agent: string;
  readonly id: string;
  /** An agent without code; undefined: the one that is registered under this id. */
  readonly stored?: StoredAgent;
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
    const { id: given = crypto.randomUUID(), ...said } = checkMessage(message);
    return replyTo(() => sayMessage(host, opened, { id: given, ...said }), replyIdOf(given));
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
    stop: (run) => stopTurn(host, opened, run),
    fork(options) {
      checkThreadId(options.to);
      return forkThread(host, opened, options);
    },
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
    title: () => readTitle(host, opened),
  };
}

/** A turn, and where in it a reply begins. */
interface TurnView {
  readonly run: string;
  /** Rows up to this one are left out. */
  readonly after: number;
  /** The question after which the reply begins. */
  readonly since?: string;
  /** The run as it is now: of the questions that it has asked so far, all but these were answered, and the reply goes on after them. */
  readonly known?: { readonly seq: number; readonly open: ReadonlySet<string> };
}

async function sayMessage(
  host: ThreadHost,
  opened: OpenedThread,
  { id, text, files = [] }: ThreadMessage & { readonly id: string },
): Promise<TurnView> {
  const { agent, id: thread, user, stored } = opened;
  const workflow = threadWorkflowId(agent);
  const content = files.length === 0 ? undefined : saidContent({ text, files });
  const named = stored === undefined ? undefined : { ...stored, tools: [...stored.tools] };
  const { id: run } = await host.runs.start(workflow, {
    input: withoutUndefined({
      thread,
      message: withoutUndefined({ id, text, content }),
      agent: named,
    }),
    idempotencyKey: `${workflow}/${thread}/${id}`,
    ...withoutUndefined({ user, version: await storedVersion(host, opened) }),
  });
  return { run, after: 0 };
}

/** The workflow of an agent without code is stored when it is first talked to; in no list. */
async function storedVersion(
  { workflows }: ThreadHost,
  { agent, user, stored }: OpenedThread,
): Promise<string | undefined> {
  if (stored === undefined) return undefined;
  const options = { id: threadWorkflowId(agent), isHidden: true } as const;
  const saved = await workflows.save(storedThreadDefinition({ ...stored, id: agent }), {
    ...options,
    ...withoutUndefined({ user }),
  });
  return saved.version;
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
    throw new EngineError(
      'BAD_VALUE',
      { what: 'thread', complaint: nothingSaid },
      { hint: 'Say something first: `thread.send(…)`.' },
    );
  if (!(await isTurn(host, opened, turn.run)))
    throw new EngineError('RUN_NOT_FOUND', { run: turn.run });
  const { seq, status } = await host.runs.get(turn.run);
  if (status === 'completed' || status === 'cancelled') return answerAnew(host, opened, turn);
  await host.runs.resume(turn.run);
  return { run: turn.run, after: seq };
}

/** As a new message: one with the same id would be the turn that was taken back. */
async function answerAnew(
  host: ThreadHost,
  opened: OpenedThread,
  turn: KeptTurn,
): Promise<TurnView> {
  const parts = saidParts(turn.messages[0]?.content ?? '');
  const text = parts.flatMap((part) => (part.type === 'text' ? [textOf(part['text'] ?? '')] : []));
  const files = parts.filter(({ type }) => type === 'file').map(toSentFile);
  await takeBackLast(host, opened, turn);
  return sayMessage(host, opened, { id: crypto.randomUUID(), text: text.join('\n'), files });
}

function toSentFile({ filename, mediaType, url }: JsonObject): SentFile {
  const sent = { mediaType: textOf(mediaType ?? ''), url: textOf(url ?? '') };
  return filename === undefined ? sent : { ...sent, name: textOf(filename) };
}

async function stopTurn(
  host: ThreadHost,
  opened: OpenedThread,
  given: string | undefined,
): Promise<boolean> {
  const run = given ?? (await lastTurn(host, opened))?.run;
  if (run === undefined || !(await isTurn(host, opened, run))) return false;
  const { status } = await host.runs.get(run);
  if (status !== 'running' && status !== 'waiting') return false;
  const spoken = await stopSpeaking(host, run);
  await keepStopped(host, opened, { run, spoken });
  return true;
}

const nothingSaid = 'Nothing was said in it yet, so there is no turn to try again.';

/** 204 when no turn is under way, as the AI SDK wants it. */
async function continueStream(host: ThreadHost, opened: OpenedThread): Promise<Response> {
  const turn = await lastTurn(host, opened);
  const isOwn = turn !== undefined && (await isTurn(host, opened, turn.run));
  const found = isOwn ? await host.runs.get(turn.run) : null;
  if (turn === undefined || found?.status !== 'running') return new Response(null, { status: 204 });
  const view = Promise.resolve({ run: turn.run, after: 0, known: knownOf(found) });
  const open = () => partsOf(host, view);
  return makeReply({
    thread: opened.id,
    messageId: replyIdOf(turn.id),
    run: () => Promise.resolve(turn.run),
    open,
  }).toUIMessageStreamResponse();
}

async function* partsOf(host: ThreadHost, begun: Promise<TurnView>): AsyncGenerator<PlainPart> {
  const { run, after, since, known } = await begun;
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
      const isPast = update.type === 'event' && update.seq <= (known?.seq ?? 0);
      const isOpen = parts.some(
        (part) => part.type === 'approval-request' && known?.open.has(part.approvalId) === true,
      );
      for (const part of parts) {
        const isAnswered = part.type === 'finish' && part.reason === 'approval' && !isOpen;
        if (isPast && isAnswered) continue;
        yield part;
        if (part.type === 'finish') return;
      }
    }
  } finally {
    ending.abort();
  }
}

function knownOf({
  seq,
  waits,
}: Awaited<ReturnType<ThreadHost['runs']['get']>>): NonNullable<TurnView['known']> {
  return { seq, open: new Set(waits.map(({ id }) => id)) };
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

/** What a turn has told that waits for a person or has ended; nothing of one that is under way, or whose run was deleted. */
async function askedIn(
  host: ThreadHost,
  opened: OpenedThread,
  run: string,
): Promise<readonly PlainPart[]> {
  if (!(await isTurn(host, opened, run))) return [];
  const found = await host.runs.get(run).catch(() => null);
  if (found === null || found.status === 'running') return [];
  const told: PlainPart[] = [];
  const view = Promise.resolve({ run, after: 0, known: knownOf(found) });
  for await (const part of partsOf(host, view)) told.push(part);
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
