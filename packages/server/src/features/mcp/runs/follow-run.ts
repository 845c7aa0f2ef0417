// Following a run for a call
// F1. The call ends when the run has ended, or waits for people or events and the caller cannot be asked.
// F2. If the client can show forms, its user is asked, one wait after the other, unless the wait asks somebody else. The engine
//     checks the answers; a refused one is asked for again, with the reason, at most twice: then the run is left waiting, because
//     a client that answers by itself would be asked for ever.
// F3. A user who declines leaves the run waiting: the result says how to answer later.
// F4. A cancelled call stops following. Whether the run is cancelled too is up to whoever started it.
import {
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type InputResponseView,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject, PlainOr, RunId } from '@skein/api';
import type { RunJson } from '@skein/engine';
import { EngineError, hasEnded } from '@skein/ports';
import type { ClientSide } from './client-side.ts';
import { canAnswer } from '../../waits/answer-as.ts';
import { answerByForm } from './answer-wait.ts';
import { callerOf } from './caller-of.ts';
import type { McpHost } from '../mcp-host.ts';
import { runResult } from './run-result.ts';
import { readRoundState, toRoundState } from './round-state.ts';
import { watchRun, type RunWatch } from './watch-run.ts';
import { waitForm, type Wait, type WaitForm } from './wait-form.ts';

export type ToolResult = CallToolResult | InputRequiredResult;

export interface Followed {
  readonly host: McpHost;
  readonly context: ServerContext;
  readonly client: ClientSide;
  readonly run: PlainOr<RunId>;
}

/** A person may take a day. */
const answerMs = 86_400_000;

export async function followRun(followed: Followed): Promise<ToolResult> {
  const { host, run, context, client } = followed;
  // Progress before a later round was reported in the first one.
  const isLater = context.mcpReq.requestState() !== undefined;
  const after = isLater ? (await host.engine.runs.record(run)).seq : 0;
  const watch = watchRun(host, run, { context, client, after });
  try {
    const first = await takeAnswers(followed);
    return first === 'not now' ? await stateNow(followed) : await askOn(followed, watch, first);
  } finally {
    watch.stop();
  }
}

async function stateNow({ host, run }: Followed): Promise<ToolResult> {
  return runResult(host, await host.engine.runs.get(run));
}

/** How often answers were not accepted, by wait, and why the last time. */
type Complaints = Map<string, { readonly times: number; readonly text: string }>;

/** A question is asked once, and twice again. */
const refusalsMax = 3;

async function askOn(
  followed: Followed,
  watch: RunWatch,
  complaints: Complaints,
): Promise<ToolResult> {
  const { host, client, context, run } = followed;
  for (;;) {
    const state = await settled(followed);
    const asked =
      hasEnded(state) || !client.showsForms ? null : nextQuestion(followed, state, complaints);
    if (hasEnded(state)) await watch.told();
    if (asked === null) return runResult(host, state);
    const { wait, form } = asked;
    if (client.asksInRounds) {
      return inputRequired({
        inputRequests: { [wait.id]: inputRequired.elicit(form.params) },
        requestState: toRoundState({ run, refused: timesOf(complaints), asked: wait.id }),
      });
    }
    const closed = watch.closed(wait.id);
    const response = await ask(context, form, closed);
    if (closed.aborted) continue;
    if (response === 'not now') return runResult(host, state);
    await give(followed, { wait, form, content: response, complaints });
  }
}

/** Gives the answers that came with this round. */
async function takeAnswers(followed: Followed): Promise<Complaints | 'not now'> {
  const { host, context, run } = followed;
  const { refused } = readRoundState(context.mcpReq.requestState()) ?? {};
  const complaints: Complaints = new Map(
    Object.entries(refused ?? {}).map(([wait, times]) => [wait, { times, text: '' }]),
  );
  const responses = context.mcpReq.inputResponses;
  if (responses === undefined) return complaints;
  for (const wait of (await host.engine.runs.get(run)).waits) {
    const response = readResponse(inputResponse(responses, wait.id));
    if (response === 'none') continue;
    if (response === 'not now') return 'not now';
    const form = waitForm(wait, { hasChoices: followed.client.showsChoices });
    if (form !== null) await give(followed, { wait, form, content: response, complaints });
  }
  return complaints;
}

function readResponse(view: InputResponseView): JsonObject | 'none' | 'not now' {
  if (view.kind !== 'elicit') return 'none';
  // It came as a JSON message.
  return view.action === 'accept' ? ((view.content ?? {}) as JsonObject) : 'not now';
}

async function settled({ host, context, run }: Followed): Promise<RunJson> {
  const { signal } = context.mcpReq;
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const leave = () => reject(new CallGone());
  signal.addEventListener('abort', leave);
  try {
    if (signal.aborted) throw new CallGone();
    return await Promise.race([host.engine.runs.settled(run), gone]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** The caller no longer waits for a result. */
export class CallGone extends Error {
  override readonly name = 'CallGone';
}

function nextQuestion(
  { host, client, context }: Followed,
  { waits }: RunJson,
  complaints: Complaints,
): { readonly wait: Wait; readonly form: WaitForm } | null {
  const caller = callerOf(host, context);
  for (const wait of waits) {
    const refused = complaints.get(wait.id);
    if ((refused?.times ?? 0) >= refusalsMax || !canAnswer(caller, wait)) continue;
    const complaint = refused?.text === '' ? undefined : refused?.text;
    const form = waitForm(wait, { complaint, hasChoices: client.showsChoices });
    if (form !== null) return { wait, form };
  }
  return null;
}

function timesOf(complaints: Complaints): { readonly [wait: string]: number } {
  return Object.fromEntries([...complaints].map(([wait, { times }]) => [wait, times]));
}

async function ask(
  { mcpReq }: ServerContext,
  { params }: WaitForm,
  closed: AbortSignal,
): Promise<JsonObject | 'not now'> {
  const signal = AbortSignal.any([closed, mcpReq.signal]);
  try {
    const request = { method: 'elicitation/create', params } as const;
    const result = await mcpReq.send(request, { signal, timeout: answerMs });
    if (result.action !== 'accept') return 'not now';
    return (result.content ?? {}) as JsonObject;
  } catch {
    if (mcpReq.signal.aborted) throw new CallGone();
    // The client declared forms but cannot show them, or nobody answered in time.
    return 'not now';
  }
}

async function give(
  followed: Followed,
  given: {
    readonly wait: Wait;
    readonly form: WaitForm;
    readonly content: JsonObject;
    readonly complaints: Complaints;
  },
): Promise<void> {
  const { wait, form, content, complaints } = given;
  try {
    await answerByForm(followed, wait.id, form.answer(content));
    complaints.delete(wait.id);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    // Somebody else was faster, or it was too late: the run continues without this answer.
    const isRefused = error.code === 'ANSWER_REFUSED' || error.code === 'BAD_VALUE';
    const times = (complaints.get(wait.id)?.times ?? 0) + 1;
    if (isRefused) complaints.set(wait.id, { times, text: `${error.message} ${error.hint}` });
    else if (!closedCodes.has(error.code)) throw error;
  }
}

const closedCodes = new Set<string>([
  'WAIT_ANSWERED',
  'WAIT_CLOSED',
  'WAIT_NOT_FOUND',
  'RUN_ENDED',
]);
