// `utils.api.api`: one HTTP request, through the guard. An answer of any status is an output: paths decide what it means.
import { isObject, textOf, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import type { NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';
import type { GuardedFetch, HttpReply } from '../../http/http-call.ts';
import { badConfig } from '../../configs/read-config.ts';
import { inputKey } from './step-input.ts';

export function apiStep(fetch: GuardedFetch): NodeBehaviour {
  return {
    description: 'Makes an HTTP request; the output is { status, ok, headers, data }.',
    run: (call, io) => runApi(fetch, call, io),
    asksInSteps: true,
  };
}

async function runApi(fetch: GuardedFetch, call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { config } = call;
  const url = inputKey(config, 'url');
  if (typeof url !== 'string') throw badConfig(call, ['input'], 'it needs "url", a text');
  const method = textOf(inputKey(config, 'method') ?? 'GET')
    .trim()
    .toUpperCase();
  const data = inputKey(config, 'json_data');
  const isBare = method === 'GET' || method === 'HEAD';
  const body = data === undefined || isBare ? {} : { body: JSON.stringify(data) };
  const send = async (): Promise<JsonObject> => {
    const headers = {
      accept: 'application/json, */*',
      ...('body' in body ? { 'content-type': 'application/json' } : {}),
      // A receiver that supports the header executes the effect once, however often the request is sent.
      ...(isBare ? {} : { 'idempotency-key': io.idempotencyKey }),
      ...(io.trace === undefined ? {} : { traceparent: io.trace }),
      ...headersOf(call, inputKey(config, 'headers')),
    };
    return outputOf(
      await fetch({ method, url, headers, signal: io.signal, run: call.run, ...body }),
    );
  };
  // Headers may contain keys, and say little about the request.
  const request = () => ({ type: 'http', node: call.node, method, url, ...body });
  const value = await io.step('http', send, { request });
  return { value };
}

function headersOf(call: NodeCall, given: Json | undefined): Record<string, string> {
  if (given === undefined) return {};
  if (!isObject(given)) throw badConfig(call, ['input'], '"headers" must be an object of texts');
  const entries = Object.entries(given).map(
    ([name, value]) => [name.toLowerCase(), textOf(value)] as const,
  );
  return Object.fromEntries(entries);
}

function outputOf({ status, headers, text }: HttpReply): JsonObject {
  const isJson = /[/+]json\b/i.test(headers['content-type'] ?? '');
  const ok = status >= 200 && status < 300;
  return { status, ok, headers: { ...headers }, data: isJson ? parsed(text) : text };
}

/** A server may declare JSON and send something else. */
function parsed(text: string): Json {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
