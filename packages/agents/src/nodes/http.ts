// The node type `http`
// One request, or one for each page.
// H1. Every request is a recorded step: after a crash or a failed attempt, those that were answered are not sent again.
// H2. A request that may change something is guarded: if a crash leaves its outcome unknown, a person decides.
// H3. A request that needs a sign-in is not made: the run waits for it.
import { ownValue, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import { nativeNodes } from '@skein/dialects';
import {
  decidedResult,
  leftAfter,
  type NodeCall,
  type NodeIo,
  type StepDecision,
  type StepOptions,
} from '@skein/ports';
import { secretNeeds } from '../configs/host-needs.ts';
import { readConfig } from '../configs/read-config.ts';
import { untilSignedIn } from '../connections/until-signed-in.ts';
import {
  endlessPages,
  firstRequest,
  itemsOf,
  nextRequest,
  type Pagination,
} from './http/next-page.ts';
import { planRequest, type PlannedRequest } from './http/planned-request.ts';
import { sendPage, type HttpParts, type Page, type Sending } from './http/send-page.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

/** Of a node, whose requests are recorded. */
interface NodeSending extends Sending {
  readonly call: NodeCall;
  readonly io: NodeIo;
}

export function httpBehaviour(parts: HttpParts): NativeBehaviour {
  return {
    run: (call, io) => runHttp(parts, call, io),
    effectOf: (config) => (isHarmless(config) ? 'idempotent' : undefined),
    needs: (config) => ({ secrets: secretNeeds(config) }),
    guardsItself: true,
    asksInSteps: true,
  };
}

async function runHttp(parts: HttpParts, call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const config = readConfig(call, nativeNodes.http.config);
  const sending: NodeSending = {
    call,
    io,
    config,
    vault: parts.vaultOf(call.user),
    fetch: parts.fetch,
    isRepeatable: isHarmless(call.config),
  };
  const { pagination, full = false } = config;
  const request = firstRequest(pagination, planRequest(call, config));
  if (pagination !== undefined) return { value: await readPages(sending, pagination, request) };
  const { status, headers, data } = await recordPage(sending, request, 1);
  return { value: full ? { status, headers, body: data } : data };
}

const pagesDefault = 100;
const itemsDefault = 10_000;
/** In characters of JSON, of all pages together: they are in memory until the last one is there. */
const charactersMax = 50_000_000;

async function readPages(
  sending: NodeSending,
  pagination: Pagination,
  first: PlannedRequest,
): Promise<Json> {
  const { call, config, io } = sending;
  const { pagesMax = pagesDefault, itemsMax = itemsDefault } = pagination;
  const seen = new Set<string>();
  const items: Json[] = [];
  let next: PlannedRequest | null = first;
  let pages = 0;
  let left = charactersMax;
  while (next !== null && pages < pagesMax && items.length < itemsMax && left > 0) {
    const request: PlannedRequest = next;
    seen.add(requestKey(request));
    pages += 1;
    const page = await recordPage(sending, request, pages);
    left = leftAfter(page.data, left);
    const found = itemsOf(call, pagination, page, pages);
    for (const item of found) items.push(item);
    next = nextRequest({ call, config, first }, { request, page, items: found, number: pages });
    if (next !== null && seen.has(requestKey(next))) throw endlessPages(pages);
  }
  const isComplete = next === null && items.length <= itemsMax;
  if (items.length > itemsMax) items.length = itemsMax;
  if (!isComplete) await io.step('limit', () => limitReached(pages, items.length));
  return config.full === true ? { items, pages, isComplete } : items;
}

function requestKey({ url, body = '' }: PlannedRequest): string {
  return `${url}\n${body}`;
}

/** A recorded step may carry a warning, for whoever looks at the run. */
function limitReached(pages: number, items: number): JsonObject {
  const message = `There is more: the node stopped after ${pages} pages and ${items} items.`;
  return { warning: { code: 'PAGES_LIMITED', message } };
}

/** H1. */
function recordPage(sending: NodeSending, request: PlannedRequest, number: number): Promise<Page> {
  const { call, io, isRepeatable } = sending;
  const { method, url, body } = request;
  const asked: JsonObject = body === undefined ? { method, url } : { method, url, body };
  const key = number === 1 ? io.idempotencyKey : `${io.idempotencyKey}/${number}`;
  // Headers may contain keys, and say little about the request.
  const options = { request: () => ({ type: 'http', node: call.node, ...asked }) };
  const recording = isRepeatable ? options : { ...options, ...guardOf(asked) };
  const send = () => sendPage(sending, request, key);
  if (sending.config.auth?.connection === undefined) return io.step('http', send, recording);
  return untilSignedIn(io, `http:${number}`, (keyed) =>
    io.step('http', send, { ...recording, ...keyed }),
  );
}

/** H2. */
function guardOf(asked: JsonObject): StepOptions<Page> {
  return { intent: { type: 'http.begin', ...asked }, decided: decidedPage };
}

/** A person who looked knows what came back, or gives it up. */
function decidedPage(decision: StepDecision): Page {
  return { status: 200, headers: {}, data: decidedResult(decision) };
}

/** Whether sending it twice changes nothing, as far as that is written down. */
function isHarmless(config: JsonObject): boolean {
  if (ownValue(config, 'idempotent') === true) return true;
  const method = ownValue(config, 'method') ?? null;
  const hasBody = (ownValue(config, 'body') ?? null) !== null;
  return method === null ? !hasBody : method === 'GET' || method === 'HEAD';
}
