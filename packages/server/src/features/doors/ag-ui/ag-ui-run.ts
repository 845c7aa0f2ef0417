// A run of AG-UI
import { isObject, type Json, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { answerWaits } from '../chats/answer-waits.ts';
import { openChat, type Chat } from '../chats/chat.ts';
import type { DoorCall } from '../door-call.ts';
import { isEnding } from '../facts/is-ending.ts';
import { runFacts } from '../facts/run-facts.ts';
import { readMessages } from '../chats/read-messages.ts';
import { findPublished } from '../published/published.ts';
import { dataLine, sse } from '../sse.ts';
import { agUiEncoder } from './ag-ui-events.ts';

export interface AgUiInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly Json[];
  readonly resume: readonly Json[];
}

export async function postAgUi(
  call: DoorCall,
  workflow: string,
  input: AgUiInput,
): Promise<Response> {
  const published = await findPublished(call, call.identity, { name: workflow, door: 'ag-ui' });
  const { threadId, runId } = input;
  const chat = openChat(call.engine, call.identity, { published, id: threadId });
  const { run, after } = await begin(call, chat, input);
  const { about } = published;
  const name = `${run}-${after}`;
  const encoder = agUiEncoder({ threadId, runId, name, canAnswer: call.canAnswer });
  const lines = async function* () {
    for (const event of encoder.start()) yield dataLine(event);
    for await (const fact of runFacts(call.engine, run, { after, about, signal: call.signal })) {
      const events = isEnding(fact) ? encoder.end(fact) : encoder.encode(fact);
      for (const event of events) yield dataLine(event);
    }
  };
  return sse(lines(), call);
}

async function begin(
  call: DoorCall,
  chat: Chat,
  { runId, messages, resume }: AgUiInput,
): Promise<{ readonly run: string; readonly after: number }> {
  const entries = resume.filter(isObject);
  if (entries.length > 0) {
    const turn = await chat.last();
    if (turn === null) throw new EngineError('NOT_FOUND', { what: 'thread', id: chat.id });
    const { run } = turn;
    const { waits, seq } = await call.engine.runs.get(run);
    const approvals = new Set(waits.flatMap(({ id, kind }) => (kind === 'approval' ? [id] : [])));
    const answers = new Map(entries.flatMap((entry) => readEntry(entry, approvals)));
    // Nothing was answered: it still waits.
    if (answers.size === 0) return { run, after: seq };
    return { run, after: await answerWaits(call, call.identity, { run, answers }) };
  }
  const said = readMessages(messages);
  const last = said.at(-1);
  if (last?.role !== 'user') {
    const pointer = `/messages/${Math.max(0, said.length - 1)}`;
    const message = 'is not a message of the user, and nothing is resumed';
    throw new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
  }
  const history = said.slice(0, -1);
  const { run } = await chat.begin({ id: runId, text: last.content, history });
  return { run, after: 0 };
}

/** An approval that was cancelled is a rejection: what it is about is not done. Any other question stays open. */
function readEntry(
  entry: JsonObject,
  approvals: ReadonlySet<string>,
): readonly (readonly [string, Json])[] {
  const { interruptId, status, payload = null } = entry;
  if (typeof interruptId !== 'string') return [];
  if (status !== 'resolved')
    return approvals.has(interruptId) ? [[interruptId, { decision: 'reject' }]] : [];
  if (payload === null || !isObject(payload)) return [[interruptId, payload]];
  const { approved, note } = payload;
  if (typeof approved !== 'boolean') return [[interruptId, payload]];
  const reason = typeof note === 'string' ? { note } : {};
  return [[interruptId, { decision: approved ? 'approve' : 'reject', ...reason }]];
}
