import { describe, expect, it } from 'vitest';
import { runId, type Failure } from '@skein/kernel';
import type { ModelRequest } from '@skein/ports';
import {
  scriptedModel,
  type ModelSource,
  type ReplyCondition,
  type Script,
  type ScriptReply,
} from '@skein/agents';
import { fakeClock } from './fake-clock.ts';
import { failureOf } from './fake-node-io.ts';

type Changes = Partial<Omit<ModelRequest, 'caller'>> & {
  readonly caller?: Partial<ModelRequest['caller']>;
};

function request(message: string, { caller, ...changes }: Changes = {}): ModelRequest {
  return {
    messages: [{ role: 'user', content: message }],
    signal: new AbortController().signal,
    caller: { run: runId('run'), node: 'n1', nodeName: 'Router', context: 'main', ...caller },
    ...changes,
  };
}

const say = async (source: ModelSource, message: string, changes?: Changes, model?: string) =>
  (await source.model(model).call(request(message, changes))).text;

async function sayAll(script: Script, ...messages: readonly string[]) {
  const source = scriptedModel(script);
  const texts: string[] = [];
  for (const message of messages) texts.push(await say(source, message));
  return texts;
}

describe('replies', () => {
  it('[A20] the first unused one that fits answers, once', async () => {
    const replies = [
      { when: { contains: 'invoice' }, text: 'A' },
      { text: 'B' },
      { when: { contains: 'invoice' }, text: 'C' },
    ];
    const said = await sayAll(
      { replies, otherwise: 'none' },
      'an invoice',
      'an invoice',
      'hi',
      'an invoice',
    );
    expect(said).toEqual(['A', 'B', 'none', 'C']);
  });

  it('[A20] repeat keeps it', async () => {
    const replies = [{ when: { contains: 'x' }, text: 'X', repeat: true }, { text: 'once' }];
    expect(await sayAll({ replies }, 'x', 'x', 'y', 'x', 'y')).toEqual([
      'X',
      'X',
      'once',
      'X',
      'y',
    ]);
  });

  it('[A20] two calls at the same time do not take the same one', async () => {
    const source = scriptedModel({ replies: [{ text: 'A', delayMs: 1 }, { text: 'B' }] });
    expect(await Promise.all([say(source, 'x'), say(source, 'x')])).toEqual(['A', 'B']);
  });

  const asked: Changes = {
    system: 'You sort mail.',
    messages: [
      { role: 'user', content: 'first words' },
      { role: 'assistant', content: [{ type: 'text', text: 'between' }] },
      { role: 'user', content: 'an invoice' },
    ],
    caller: { agent: 'Clerk', context: 'mail' },
  };
  it.each<[ReplyCondition, boolean]>([
    [{}, true],
    [{ node: 'n1' }, true],
    [{ node: 'Router' }, true],
    [{ node: 'router' }, false],
    [{ agent: 'Clerk' }, true],
    [{ agent: 'Router' }, false],
    [{ context: 'mail' }, true],
    [{ context: 'main' }, false],
    [{ model: 'openai/gpt-5' }, true],
    [{ model: 'gpt-5' }, true],
    [{ model: 'gpt-5-mini' }, false],
    [{ contains: 'invoice' }, true],
    [{ contains: 'sort mail' }, true],
    [{ contains: 'first' }, false],
    [{ history: 'first' }, true],
    [{ history: 'between' }, true],
    [{ history: 'invoice' }, true],
    [{ history: 'sort mail' }, false],
    [{ call: 1 }, true],
    [{ call: 2 }, false],
    [{ node: 'Router', contains: 'invoice', call: 1, model: 'gpt-5' }, true],
    [{ node: 'Router', contains: 'receipt' }, false],
  ])('[A21] when %j', async (when, isFitting) => {
    const source = scriptedModel({ replies: [{ when, text: 'fits' }], otherwise: 'does not' });
    expect(await say(source, '', asked, 'openai/gpt-5')).toBe(isFitting ? 'fits' : 'does not');
  });

  it('[A21] counts the calls of each node, failed ones too', async () => {
    const source = scriptedModel({
      replies: [
        { when: { node: 'n1', call: 1 }, error: { status: 503 } },
        { when: { call: 2 }, text: 'second', repeat: true },
      ],
    });
    await failureOf(() => say(source, 'a'));
    expect(await say(source, 'b', { caller: { node: 'n2' } })).toBe('b');
    expect(await say(source, 'c')).toBe('second');
    expect(await say(source, 'd', { caller: { node: 'n2' } })).toBe('second');
    expect(await say(source, 'e')).toBe('e');
  });

  it('[A22] children share with their root, other runs do not', async () => {
    const replies = [{ when: { call: 2 }, text: 'second' }, { text: 'first' }];
    const source = scriptedModel({ replies });
    const by = (run: string, root?: string) =>
      say(source, run, {
        caller: { run: runId(run), ...(root !== undefined && { root: runId(root) }) },
      });
    expect(await by('parent')).toBe('first');
    expect(await by('child', 'parent')).toBe('second');
    expect(await by('other')).toBe('first');
    expect(await by('parent', 'parent')).toBe('parent');
  });

  it('[A22] forgets the run that was silent longest', async () => {
    const source = scriptedModel({ replies: [{ text: 'first' }] });
    const by = (run: string) => say(source, 'again', { caller: { run: runId(run) } });
    await by('old');
    await by('busy');
    for (let i = 0; i < 9_998; i++) await by(`run ${i}`);
    expect(await by('busy')).toBe('again');
    await by('one more');
    expect(await by('old')).toBe('first');
    expect(await by('busy')).toBe('again');
  });
});

describe('an answer', () => {
  const answer = (script: Script, changes?: Changes) =>
    scriptedModel(script).model(undefined).call(request('twelve chars', changes));

  it('[A23] has text and tool calls together', async () => {
    const toolCalls = [
      { name: 'router', arguments: { next_node: 'RC2' } },
      { name: 'log', id: 'own' },
    ];
    expect(await answer({ replies: [{ text: 'On it.', toolCalls }] })).toMatchObject({
      text: 'On it.',
      toolCalls: [
        { id: 'n1-1-1', name: 'router', arguments: { next_node: 'RC2' } },
        { id: 'own', name: 'log', arguments: {} },
      ],
    });
    expect(await answer({ replies: [{ toolCalls }] })).toMatchObject({ text: '' });
  });

  it('[A24] has the usage that the script gives, or an estimate', async () => {
    const usage = { input: 12, output: 3 };
    const given = await answer({ replies: [{ text: 'x', usage }] });
    expect(given.usage).toEqual({ input: 12, output: 3, usd: 0 });
    const part = await answer({ replies: [{ text: 'x', usage: { usd: 0.25 } }] });
    expect(part.usage).toEqual({ input: 3, output: 1, usd: 0.25 });
    const estimated = await answer({ replies: [{ text: 'five!' }] }, { system: 's' });
    expect(estimated.usage).toEqual({ input: 4, output: 2, usd: 0 });
    const called = await answer({ replies: [{ toolCalls: [{ name: 'log', arguments: [1] }] }] });
    expect(called.usage).toEqual({ input: 3, output: 2, usd: 0 });
  });

  it.each([
    ['one two  three', ['one ', 'two  ', 'three']],
    ['  lead\nand trail \n', ['  ', 'lead\n', 'and ', 'trail \n']],
    ['', []],
  ])('[A25] streams %j', async (text, tokens) => {
    const streamed: string[] = [];
    await answer(
      { otherwise: 'echo', replies: [{ text }] },
      { onToken: (token) => streamed.push(token) },
    );
    expect(streamed).toEqual(tokens);
    expect(streamed.join('')).toBe(text);
  });
});

describe('time', () => {
  it('[A26] a delay passes by the clock', async () => {
    const clock = fakeClock();
    const source = scriptedModel({ replies: [{ text: 'late', delayMs: 60_000 }] }, { clock });
    const tokens: string[] = [];
    const reply = say(source, 'x', { onToken: (token) => tokens.push(token) });
    clock.advance(59_999);
    await Promise.resolve();
    expect([clock.pending(), tokens]).toEqual([1, []]);
    clock.advance(1);
    expect(await reply).toBe('late');
  });

  it.each([['by the clock', fakeClock()] as const, ['in real time', undefined] as const])(
    '[A26] an abort ends a delay at once, %s',
    async (_title, clock) => {
      const controller = new AbortController();
      const script = { replies: [{ text: 'late', delayMs: 60_000 }] };
      const source = scriptedModel(script, clock === undefined ? {} : { clock });
      const reply = say(source, 'x', { signal: controller.signal });
      controller.abort(new Error('cancelled'));
      const error = await failureOf(() => reply);
      expect(error instanceof Error && (error.cause ?? error)).toEqual(new Error('cancelled'));
      expect(clock?.pending() ?? 0).toBe(0);
    },
  );

  it('[A26] an abort before the call takes no reply', async () => {
    const source = scriptedModel({ replies: [{ text: 'A' }] });
    const signal = AbortSignal.abort(new Error('cancelled'));
    expect(await failureOf(() => say(source, 'x', { signal }))).toEqual(new Error('cancelled'));
    expect(await say(source, 'x')).toBe('A');
  });

  it('[A26] an abort stops the stream between two words', async () => {
    const controller = new AbortController();
    const tokens: string[] = [];
    const onToken = (token: string) => {
      tokens.push(token);
      controller.abort(new Error('enough'));
    };
    const reply = say(scriptedModel(), 'one two three', { signal: controller.signal, onToken });
    expect(await failureOf(() => reply)).toEqual(new Error('enough'));
    expect(tokens).toEqual(['one ']);
  });
});

describe('without a fitting reply, or with an error', () => {
  it.each<[NonNullable<ScriptReply['error']>, Failure['retry']]>([
    [{ status: 429, message: 'slow down', retryAfterMs: 50 }, { afterMs: 50 }],
    [{ status: 429, message: 'slow down' }, 'later'],
    [{ status: 503, message: 'slow down', retryAfterMs: 0 }, { afterMs: 0 }],
    [{ message: 'slow down' }, 'later'],
    [{ status: 400, message: 'slow down', retryAfterMs: 50 }, 'never'],
    [{ status: 401, message: 'slow down' }, 'never'],
  ])('[A27] %j', async (error, retry) => {
    const source = scriptedModel({ replies: [{ error }] });
    expect(await failureOf(() => say(source, 'x'))).toEqual({
      code: 'MODEL_CALL_FAILED',
      message: 'slow down',
      retry,
      ...(retry !== 'never' && { retryForMs: 600_000 }),
      ...(error.status !== undefined && { data: { status: error.status } }),
    });
    expect(await say(source, 'x')).toBe('x');
  });

  it('[A27] an error without a message names its status', async () => {
    const source = scriptedModel({ replies: [{ error: { status: 500 } }] });
    expect(await failureOf(() => say(source, 'x'))).toMatchObject({
      message: expect.stringContaining('500'),
    });
  });

  it('[A28] echoes, for every model name', async () => {
    const source = scriptedModel();
    expect(await say(source, ' as it is \n', {}, 'anthropic/claude')).toBe(' as it is \n');
    expect(source.model('anthropic/claude')).toMatchObject({
      provider: 'scripted',
      name: 'anthropic/claude',
    });
    expect(source.model(undefined)).toMatchObject({ provider: 'scripted', name: 'scripted' });
    const parts = [{ role: 'user' as const, content: { a: 1 } }];
    expect(await say(source, '', { messages: parts })).toBe('{"a":1}');
    expect(await say(source, '', { messages: [] })).toBe('');
  });

  it('[A28] echoes the system prompt of a pipeline step', async () => {
    const source = scriptedModel({});
    expect(await say(source, 'Proceed as instructed.', { system: 'Sum up.' })).toBe('Sum up.');
    expect(await say(source, 'Proceed as instructed.')).toBe('Proceed as instructed.');
    expect(await say(source, 'Hello.', { system: 'Sum up.' })).toBe('Hello.');
  });

  it('[A28] fails, or answers a text', async () => {
    expect(await sayAll({ otherwise: 'Sorry.' }, 'a', 'b')).toEqual(['Sorry.', 'Sorry.']);
    const source = scriptedModel({ otherwise: 'fail' });
    expect(await failureOf(() => say(source, 'x', {}, 'gpt-5'))).toMatchObject({
      code: 'MODEL_SCRIPT_EMPTY',
      message:
        'The script has no unused reply for call 1 of node "n1" (model gpt-5, context main).',
      retry: 'never',
    });
  });
});
