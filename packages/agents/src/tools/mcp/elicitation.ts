// Questions of servers
// A server may ask a person while one of its tools runs (elicitation). The run of that call waits for the answer, as for any input.
//
// Q1. A question is asked in the run whose call led to it, and in no other: of several calls of one connection it is the one in whose
//     response the question came. A process does not say which; while it has several calls in flight, nobody is asked.
// Q2. Time that a person takes does not count as time of the call.
// Q3. A call that the server refuses until somebody has opened an address is made again when that is done.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { isObject, ownValue, type Json, type JsonObject, type WaitQuestion } from '@skein/kernel';
import type { ToolCall } from '@skein/ports';
import type { CallClock } from './call-clock.ts';
import { urlQuestion, urlResult, wantedUrls } from './url-question.ts';

export type AskPerson = NonNullable<ToolCall['ask']>;

/** A call that is in flight. */
export interface AskingCall {
  readonly ask: AskPerson | undefined;
  readonly clock: CallClock;
}

const current = new AsyncLocalStorage<AskingCall>();

export class Elicitation {
  readonly #server: string;
  readonly #redact: (value: Json) => Json;
  readonly #inFlight = new Set<AskingCall>();

  constructor(server: string, redact: (value: Json) => Json) {
    this.#server = server;
    this.#redact = redact;
  }

  /** Does the work of a call, whose person is asked what the server asks meanwhile. */
  async during<T>(call: AskingCall, work: () => Promise<T>): Promise<T> {
    this.#inFlight.add(call);
    try {
      return await current.run(call, work);
    } finally {
      this.#inFlight.delete(call);
    }
  }

  /** Q3. */
  async untilOpened<T>(work: () => Promise<T>): Promise<T> {
    for (let round = 1; ; round += 1)
      try {
        return await work();
      } catch (error) {
        const urls = round < roundsMax ? wantedUrls(error) : null;
        if (urls === null || !(await this.#areOpened(urls))) throw error;
      }
  }

  /** One after another, until somebody does not want to. */
  async #areOpened(urls: NonNullable<ReturnType<typeof wantedUrls>>): Promise<boolean> {
    for (const params of urls) {
      const { action } = await this.answer({ ...params, mode: 'url' });
      if (action !== 'accept') return false;
    }
    return true;
  }

  async answer(params: ElicitRequest['params']): Promise<ElicitResult> {
    const call = this.#asking();
    const isElsewhere = params.mode === 'url';
    const question = isElsewhere
      ? urlQuestion(this.#server, params)
      : questionOf(this.#server, params);
    if (call?.ask === undefined || question === null) return { action: 'cancel' };
    const go = call.clock.pause();
    try {
      // Redacted, it is a question as before.
      const shown = this.#redact(question as unknown as Json) as unknown as WaitQuestion;
      const answer = await call.ask(shown);
      return isElsewhere ? urlResult(answer) : resultOf(answer);
    } catch {
      // The run has ended, or nobody answered in time.
      return { action: 'cancel' };
    } finally {
      go();
    }
  }

  /** Q1. */
  #asking(): AskingCall | undefined {
    const known = current.getStore();
    if (known !== undefined && this.#inFlight.has(known)) return known;
    const [only, ...more] = this.#inFlight;
    return more.length === 0 ? only : undefined;
  }
}

/** A server that wants one address after another is asked no more. */
const roundsMax = 4;

/** How a person says that there is no answer: no form of a server has a field of this name. */
const refusal = 'skein-no-answer';

function questionOf(server: string, params: ElicitRequest['params']): WaitQuestion | null {
  const requested: unknown = 'requestedSchema' in params ? params.requestedSchema : undefined;
  // It came as a message.
  const schema = requested as Json | undefined;
  if (!isObject(schema)) return null;
  const { required, properties } = schema;
  const fields: JsonObject = isObject(properties) ? properties : {};
  const needed = Array.isArray(required) ? required : [];
  const choice = { type: 'string', title: 'Instead of an answer', enum: ['decline', 'cancel'] };
  return {
    kind: 'input',
    prompt: `The MCP server "${server}" asks: ${params.message}`,
    schema: {
      type: 'object',
      properties: { ...fields, [refusal]: choice },
      anyOf: [{ required: [...needed] }, { required: [refusal] }],
    },
    data: { server },
  };
}

function resultOf(answer: Json): ElicitResult {
  if (!isObject(answer)) return { action: 'cancel' };
  const { [refusal]: _, ...content } = answer;
  const refused = ownValue(answer, refusal);
  if (refused === 'decline' || refused === 'cancel') return { action: refused };
  // The run has checked it against the schema of the server, whose fields are texts, numbers, booleans and lists of texts.
  return { action: 'accept', content: content as NonNullable<ElicitResult['content']> };
}
