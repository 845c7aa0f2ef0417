// Goal (P3): whatever a model makes of a tool call on the wire, the tool does not run, the model is told, the conversation stays paired,
// and after two repairs the node fails. Method: the real engine and the real packages of all kinds against real HTTP.
import { joinTools, providerModels, registeredTools, scriptedModel } from '@skein/agents';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import {
  describeEngine,
  startFakeProvider,
  type FakeProvider,
  type FakeReply,
} from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kinds } from './provider-world.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

type Arguments = NonNullable<FakeReply['toolCalls']>[number]['arguments'];

const calling = (args: Arguments, name = 'pay', id = 'c1'): FakeReply => ({
  toolCalls: [{ id, name, arguments: args }],
});

const nested = (depth: number) => `{"amount": 1, "note": ${'['.repeat(depth)}${']'.repeat(depth)}}`;

const wrong: readonly (readonly [string, FakeReply])[] = [
  ['cut off in the middle', calling('{"amount": 1')],
  ['of a wrong type', calling({ amount: 'all of it' })],
  ['without what is required', calling({})],
  ['5 MB long', calling({ amount: 1, note: 'x'.repeat(5_000_000) })],
  ['with a key __proto__', calling('{"amount": 1, "__proto__": {"isAdmin": true}}')],
  ['nested 200 deep', calling(nested(200))],
  ['for a tool that was not offered', calling({ amount: 1 }, 'delete_all')],
];

const clerk = (model: string) => ({
  skein: 1,
  id: 'clerk',
  nodes: [
    {
      id: 'clerk',
      type: 'agent',
      config: { model, prompt: 'Pay.', tools: ['pay'] },
      retry: { attempts: 2, backoffMs: 0 },
    },
  ],
});

describeEngine('tool calls on the wire', (make) => {
  const world = async () => {
    const paid: Json[] = [];
    const run = (args: Json) => {
      paid.push(args);
      return 'paid';
    };
    const parameters = {
      type: 'object',
      properties: { amount: { type: 'number' }, note: { type: 'string' } },
      required: ['amount'],
    };
    const harness = await make({
      models: providerModels({
        providers: {
          openai: { baseURL: `${fake.url}/v1` },
          anthropic: { baseURL: `${fake.url}/v1` },
          google: { baseURL: `${fake.url}/v1beta` },
          local: { type: 'openai-compatible', baseURL: `${fake.url}/v1` },
        },
        environment: {
          OPENAI_API_KEY: 'k',
          ANTHROPIC_API_KEY: 'k',
          GOOGLE_GENERATIVE_AI_API_KEY: 'k',
        },
        scripted: scriptedModel(),
      }),
      tools: joinTools([
        registeredTools({ pay: { description: 'Pays.', effect: 'pure', parameters, run } }),
      ]),
    });
    return { harness, paid };
  };

  it.each(wrong)('[A43] [A45] arguments %s: not run, told, and repaired', async (_what, reply) => {
    for (const { model } of kinds) {
      const { harness, paid } = await world();
      fake.reply(reply, calling({ amount: 2 }, 'pay', 'c2'), { text: 'Done.' });
      const done = await harness.run(clerk(model));
      expect([model, done.status, done.output]).toEqual([model, 'completed', 'Done.']);
      expect(paid).toEqual([{ amount: 2 }]);
      expect(pairs(fake.requests.at(-1)?.body ?? {})).toBe(2);
    }
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('[A44] two repairs, then the node fails and nothing has run', async () => {
    const bad = calling({ amount: 'x' });
    for (const { model } of kinds) {
      const { harness, paid } = await world();
      const before = fake.requests.length;
      fake.reply(bad, bad, bad);
      expect(await harness.run(clerk(model))).toMatchObject({
        error: { code: 'TOOL_ARGS_INVALID' },
      });
      expect([paid, fake.requests.length - before]).toEqual([[], 3]);
    }
  });

  it('[A206] arguments that no package can read, nested 10,000 deep, are a failure worth another attempt', async () => {
    const { harness, paid } = await world();
    fake.reply(calling(nested(10_000)), { text: 'Done.' });
    const run = harness.run(clerk('local/llama'));
    const done = await advancing(harness.clock, run);
    expect([done.output, paid]).toEqual(['Done.', []]);
    const rows = (await harness.store.runs.journal(done.id)) ?? [];
    const failed = rows.filter(({ type }) => type === 'attempt.failed');
    expect(failed).toMatchObject([
      { failure: { message: expect.stringContaining('nested too deeply') } },
    ]);
  });

  it('[A206] a stream that is cut inside a call is not a call: it is asked again', async () => {
    for (const { model } of kinds) {
      const { harness, paid } = await world();
      fake.reply({ text: 'I pay.', ...calling({ amount: 1 }), fault: 'cut' }, { text: 'Done.' });
      const run = harness.run(clerk(model));
      const done = await advancing(harness.clock, run);
      expect([done.output, paid]).toEqual(['Done.', []]);
    }
  });
});

/** Backoffs pass by the clock of the test, answers by the network. */
async function advancing<T>(
  clock: { advance(ms: number): Promise<void> },
  run: Promise<T>,
): Promise<T> {
  let isOver = false;
  void run.finally(() => (isOver = true));
  while (!isOver) {
    await clock.advance(60_000);
    await new Promise((later) => setTimeout(later, 5));
  }
  return run;
}

/** Calls that are followed by an answer of their own, in whatever form; -1 when one is not. */
function pairs(body: JsonObject): number {
  const calls: string[] = [];
  const answers: string[] = [];
  const look = (value: Json): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    else if (isObject(value)) lookAt(value, { calls, answers }, look);
  };
  look(body['input'] ?? body['messages'] ?? body['contents'] ?? []);
  return calls.length === answers.length && calls.every((id, at) => answers[at] === id)
    ? calls.length
    : -1;
}

function lookAt(
  value: JsonObject,
  { calls, answers }: { calls: string[]; answers: string[] },
  look: (value: Json) => void,
): void {
  const id = (key: string) => JSON.stringify(value[key] ?? null);
  if (value['type'] === 'function_call') calls.push(id('call_id'));
  else if (value['type'] === 'function_call_output') answers.push(id('call_id'));
  else if (value['type'] === 'tool_use') calls.push(id('id'));
  else if (value['type'] === 'tool_result') answers.push(id('tool_use_id'));
  else if (value['role'] === 'tool') answers.push(id('tool_call_id'));
  else if (isObject(value['functionCall'] ?? null)) calls.push(nameIn(value['functionCall']));
  else if (isObject(value['functionResponse'] ?? null))
    answers.push(nameIn(value['functionResponse']));
  else if (value['type'] === 'function' && 'id' in value) calls.push(id('id'));
  else for (const each of Object.values(value)) look(each);
}

function nameIn(value: Json | undefined): string {
  return JSON.stringify(isObject(value ?? null) ? (value as JsonObject)['name'] : null);
}
