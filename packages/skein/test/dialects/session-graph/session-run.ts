// Runs of session-graph on a whole engine, with functions of the tests' own.

import type { Json, JsonObject } from '@skein/kernel';
import { afterEach } from 'vitest';
import { createEngine, type CreateEngineOptions, type Engine } from '../../../src/index.ts';

/** The session of a run, as steps name it. */
export const S = '@{SESSION_ID}';
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

export interface Session {
  readonly id: string;
  readonly workflow: {
    readonly [step: string]: { status: string; error: string; last_executed?: number };
  };
  readonly last_evaluated: number;
  readonly data: {
    readonly outputs: { readonly [step: string]: readonly Json[] };
    readonly messages: Json;
  };
}

export interface Running {
  readonly engine: Engine;
  readonly id: string;
  readonly view: () => Promise<Session>;
  readonly settled: () => Promise<string>;
  readonly statuses: () => Promise<Record<string, string>>;
  readonly answer: (step: string, answer: Json) => Promise<unknown>;
}

/** What functions were called with, in order. */
export let calls: string[] = [];

const functions: CreateEngineOptions['functions'] = {
  give: (args) => (args as JsonObject)['value'] as Json,
  nothing: () => undefined,
  note: (args, _io, { node }) => {
    calls.push(node);
    return args as Json;
  },
  fail: (args) => {
    const { message } = args as { message?: string };
    throw new Error(message ?? 'broken');
  },
};

export async function start(
  definition: JsonObject,
  { input, from, ...options }: CreateEngineOptions & { input?: Json; from?: string } = {},
): Promise<Running> {
  calls = [];
  const engine = await createEngine({
    functions: { ...functions, ...options.functions },
    ...without(options),
  });
  engines.push(engine);
  const given = {
    ...(input === undefined ? {} : { input }),
    ...(from === undefined ? {} : { start: from }),
  };
  const { id } = await engine.runs.start(definition, given);
  const view = async () => (await engine.runs.view(id, 'session-graph')) as unknown as Session;
  return {
    engine,
    id,
    view,
    settled: async () => (await engine.runs.settled(id)).status,
    statuses: async () => {
      const { workflow } = await view();
      return Object.fromEntries(
        Object.entries(workflow).map(([step, { status }]) => [step, status]),
      );
    },
    answer: (step, answer) => engine.waits.answer({ run: id, node: step }, answer),
  };
}

function without(given: CreateEngineOptions): CreateEngineOptions {
  const { functions: _, ...options } = given;
  return options;
}

export const step = (id: string, name: string, input: JsonObject = {}): JsonObject => ({
  id,
  function: name,
  input,
});
export const path = (way: string, more: JsonObject = {}): JsonObject => {
  const [from = '', to = ''] = way.split(' ');
  return { from, to, ...more };
};
export const graph = (
  steps: readonly JsonObject[],
  paths: readonly JsonObject[] = [],
  more: JsonObject = {},
): JsonObject => ({
  steps,
  paths,
  ...more,
});
