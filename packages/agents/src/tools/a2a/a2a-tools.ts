// Agents that speak A2A, as tools
// G1. A call is a message to the agent, and its result what the agent's task has come to: its output, or what it asks. With the id of the task
//     in it, the next call answers.
// G2. The id of the message is the key of the call, so an agent that a repeated call reaches can tell that it is the same.
// G3. Requests go to the host of the configuration and to no other, whatever the card of the agent says.
import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { Tool, ToolCall, ToolSource } from '@skein/ports';
import { sleep } from '../../sleep.ts';
import { cutResult } from '../cut-result.ts';
import { sendRequest, type RequestTools } from '../http/send-request.ts';
import { listedTools } from '../listed-tools.ts';
import type { A2aConfig } from './a2a-config.ts';
import { taskResult, taskState } from './task-result.ts';

export function a2aTools(
  configs: Readonly<Record<string, A2aConfig>>,
  tools: RequestTools,
): ToolSource {
  return listedTools(Object.entries(configs).map(([name, config]) => toTool(name, config, tools)));
}

const parameters: JsonObject = {
  type: 'object',
  properties: {
    message: {
      type: 'string',
      description: 'What the agent is to do, or the answer to what it asks.',
    },
    task: {
      type: 'string',
      description: 'The task that the message answers, if it asks something.',
    },
    context: { type: 'string', description: 'The conversation that the message belongs to.' },
  },
  required: ['message'],
  additionalProperties: false,
};

function toTool(name: string, config: A2aConfig, tools: RequestTools): Tool {
  const { description, effect = 'guarded', approve = false, who } = config;
  const agent = new Agent(config, tools);
  return {
    name,
    description: description ?? `Talks to the agent at ${new URL(config.url).host}.`,
    parameters,
    effect,
    approve,
    who,
    // Checked arguments are an object.
    run: (args, call) => agent.send(args as JsonObject, call),
  };
}

/** Between looks at a task that goes on. */
const looksMs = [500, 1000, 2000, 5000];

class Agent {
  readonly #config: A2aConfig;
  readonly #tools: RequestTools;
  #endpoint: string | null = null;

  constructor(config: A2aConfig, tools: RequestTools) {
    this.#config = config;
    this.#tools = tools;
  }

  async send(args: JsonObject, call: ToolCall): Promise<Json> {
    const text = textOf(ownValue(args, 'message') ?? '');
    const message = {
      messageId: call.idempotencyKey,
      role: 'ROLE_USER',
      parts: [{ text }],
      ...pick(args, { task: 'taskId', context: 'contextId' }),
    };
    let task = await this.#rpc('SendMessage', { message }, call);
    for (let i = 0; isGoingOn(task); i++) {
      await sleep(looksMs[Math.min(i, looksMs.length - 1)] ?? 0, { signal: call.signal });
      task = await this.#rpc('GetTask', { id: ownValue(task, 'id') ?? '' }, call);
    }
    return cutResult(taskResult(task), this.#tools.resultCharsMax);
  }

  async #rpc(method: string, params: JsonObject, call: ToolCall): Promise<JsonObject> {
    this.#endpoint ??= await this.#findEndpoint(call);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await this.#request({ method: 'POST', url: this.#endpoint, body }, call);
    const error = ownValue(answer, 'error');
    if (error !== undefined)
      throw new Error(
        `The agent refuses it: ${textOf(isObject(error) ? (ownValue(error, 'message') ?? '') : error)}`,
      );
    const result = ownValue(answer, 'result');
    if (result === undefined || !isObject(result)) throw new Error('The agent gave no result.');
    const wrapped = ownValue(result, 'task') ?? ownValue(result, 'message');
    return wrapped !== undefined && isObject(wrapped) ? wrapped : result;
  }

  /** G3. */
  async #findEndpoint(call: ToolCall): Promise<string> {
    const base = this.#config.url.replace(/\/+$/u, '');
    const url = `${base}/.well-known/agent-card.json`;
    const card = await this.#request({ method: 'GET', url }, call);
    const listed = ownValue(card, 'supportedInterfaces');
    const found = (Array.isArray(listed) ? listed : []).filter(isObject).find(isSpoken);
    const place = found === undefined ? '' : textOf(ownValue(found, 'url') ?? '');
    if (!URL.canParse(place)) throw new Error('The agent does not speak A2A 1.0 over JSON-RPC.');
    if (new URL(place).origin === new URL(base).origin) return place;
    throw new Error(
      `The agent is at ${new URL(place).origin}, and not where the configuration says.`,
    );
  }

  async #request(
    {
      method,
      url,
      body,
    }: { readonly method: string; readonly url: string; readonly body?: string },
    call: ToolCall,
  ): Promise<JsonObject> {
    const headers = {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      ...this.#config.headers,
    };
    const request = body === undefined ? { method, url, headers } : { method, url, headers, body };
    // It is read as a whole, and cut when it is a result.
    const value = await sendRequest(request, call, { ...this.#tools, resultCharsMax: Infinity });
    if (isObject(value)) return value;
    throw new Error('The agent did not answer with JSON.');
  }
}

function isSpoken(each: JsonObject): boolean {
  return (
    ownValue(each, 'protocolBinding') === 'JSONRPC' &&
    textOf(ownValue(each, 'protocolVersion') ?? '').startsWith('1.')
  );
}

function isGoingOn(task: JsonObject): boolean {
  const state = taskState(task);
  return state === 'TASK_STATE_SUBMITTED' || state === 'TASK_STATE_WORKING';
}

function pick(args: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => {
      const value = ownValue(args, from);
      return value === undefined || value === '' ? [] : [[to, value]];
    }),
  );
}
