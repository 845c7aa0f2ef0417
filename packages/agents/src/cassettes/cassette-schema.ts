// The JSON schema of a cassette, by which files are checked; it ships with the package too.
import { modelSettings, toJsonSchema } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';

const text = { type: 'string' };
const amount = { type: 'number', minimum: 0 };
const count = { type: 'integer', minimum: 0 };

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** As node types describe them; what was asked holds values, not templates. */
function modelSettingSchemas(): JsonObject {
  return Object.fromEntries(
    Object.entries(modelSettings).map(([key, { shape }]) => [
      key,
      toJsonSchema({ ...shape, template: false }),
    ]),
  );
}

const failure = {
  type: 'object',
  description: 'The call failed.',
  properties: { code: text, message: text, retry: true, data: { type: 'object' } },
  required: ['code', 'message'],
};

const toolCall = object(
  {
    id: text,
    name: text,
    arguments: true,
    problem: object({ reason: { enum: ['malformed', 'not-offered'] }, message: text }, [
      'reason',
      'message',
    ]),
  },
  ['id', 'name', 'arguments'],
);

const reply = {
  ...object(
    {
      text,
      toolCalls: { type: 'array', items: toolCall },
      usage: object({ input: count, output: count, usd: amount }),
      original: { type: 'object' },
      finish: { const: 'length', description: 'The answer breaks off at the limit of its length.' },
      session: text,
    },
    ['text'],
  ),
  description: 'What the model answered.',
};

const modelAsk = {
  ...object(
    {
      type: { const: 'model' },
      agent: text,
      model: text,
      system: text,
      after: {
        type: 'integer',
        minimum: 1,
        description: 'The messages of this call, counted from 1, come before those here.',
      },
      messages: { type: 'array', items: { type: 'object' } },
      tools: { type: 'array', items: { type: ['string', 'object'] } },
      schema: true,
      ...modelSettingSchemas(),
    },
    ['type', 'messages'],
  ),
  description: 'A question to a model.',
};

const toolAsk = {
  ...object({ type: { const: 'tool' }, name: text, arguments: true }, [
    'type',
    'name',
    'arguments',
  ]),
  description: 'A call of a tool.',
};

const httpAsk = {
  ...object({ type: { const: 'http' }, method: text, url: text, body: text }, [
    'type',
    'method',
    'url',
  ]),
  description: 'A request of a node.',
};

const asks: { readonly [type: string]: { readonly ask: JsonObject; readonly outcome: string } } = {
  model: { ask: modelAsk, outcome: 'reply' },
  tool: { ask: toolAsk, outcome: 'result' },
  http: { ask: httpAsk, outcome: 'result' },
};

const call = {
  ...object(
    {
      node: { ...text, description: 'The node that asked.' },
      in: { ...text, description: 'The activation that it asked in; for readers.' },
      ms: { ...amount, description: 'How long the answer took; waited for where time is virtual.' },
      ask: {
        type: 'object',
        properties: { type: { enum: Object.keys(asks) } },
        required: ['type'],
      },
      reply,
      result: { description: 'What the tool or the request gave.' },
      error: failure,
    },
    ['node', 'ask'],
  ),
  // Negated, with `else`: some code takes an object with a key `then` for a promise.
  allOf: Object.entries(asks).map(([type, { ask, outcome }]) => ({
    if: { properties: { ask: { properties: { type: { not: { const: type } } } } } },
    else: { properties: { ask }, oneOf: [{ required: [outcome] }, { required: ['error'] }] },
  })),
};

const tool = object(
  {
    description: text,
    parameters: { type: 'object' },
    effect: { enum: ['pure', 'idempotent', 'guarded'] },
    approve: { type: 'boolean' },
    who: { type: 'array', items: text },
    builtIn: { const: 'web_search' },
    listed: { const: true },
  },
  ['description', 'parameters'],
);

export const cassetteSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A cassette of Skein: what a run asked models and tools, with the answers',
  ...object(
    {
      $schema: text,
      cassette: {
        enum: [1, 2],
        description: 'The version of this format; 1 does not record maxOutputTokens.',
      },
      run: object({
        id: text,
        workflow: text,
        version: text,
        status: text,
        startedAt: text,
        input: true,
        output: true,
      }),
      models: {
        type: 'object',
        description:
          'Who answered, by the name that nodes ask for; empty for those that name none.',
        additionalProperties: object({ provider: text, model: text, sessions: { const: true } }, [
          'provider',
          'model',
        ]),
      },
      tools: { type: 'object', additionalProperties: tool },
      calls: { type: 'array', items: call },
      files: {
        type: 'array',
        description: 'The files that answers name, with their bytes.',
        items: object({ id: text, name: text, type: text, base64: text }, [
          'id',
          'name',
          'type',
          'base64',
        ]),
      },
      answers: {
        type: 'array',
        description: 'What people and events answered, in order; for tests.',
        items: object({ node: text, answer: true, afterMs: amount, event: text }, [
          'node',
          'answer',
        ]),
      },
    },
    ['cassette', 'calls'],
  ),
};
