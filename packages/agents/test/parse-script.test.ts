import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScript } from '@skein/agents';

const parse = (script: unknown) => parseScript(JSON.stringify(script));

/** Pointers and hints of all problems. */
function problemsOf(script: unknown): readonly (readonly [string, string])[] {
  const parsed = parse(script);
  return parsed.ok ? [] : parsed.problems.map(({ pointer, hint }) => [pointer, hint] as const);
}

describe('parseScript', () => {
  it('[A29] takes the script of the specification as it is', () => {
    const script = {
      replies: [
        {
          when: { node: 'Router', contains: 'invoice', call: 1 },
          text: '…',
          toolCalls: [{ name: 'router', arguments: { next_node: 'RC2' } }],
          usage: { input: 12, output: 3 },
          delayMs: 0,
          repeat: false,
        },
        {
          when: { model: 'gpt-5' },
          error: { status: 429, message: 'slow down', retryAfterMs: 50 },
        },
      ],
      otherwise: 'echo',
      tools: {
        external_research: { result: { hits: 3 } },
        createRecord: { error: 'no such table' },
      },
    };
    expect(parse(script)).toEqual({ ok: true, script });
    expect(parse({})).toEqual({ ok: true, script: {} });
  });

  it('[A29] keeps a tool called __proto__', () => {
    const parsed = parseScript('{"tools":{"__proto__":{"result":1}}}');
    expect(parsed.ok && JSON.stringify(parsed.script)).toBe('{"tools":{"__proto__":{"result":1}}}');
  });

  it('[A29] lists all problems at once', () => {
    const script = {
      replys: [],
      otherwise: 5,
      replies: [
        { when: { nod: 'x', call: 0 }, txt: 'hi' },
        { text: 1, delayMs: -1, error: { code: 3, status: 200 } },
        'hello',
        { toolCalls: [{ nane: 'x' }], usage: { tokens: 1 } },
      ],
      tools: { 'a/b': { result: 1, error: 'x' }, empty: {}, odd: { value: 1, result: 2 } },
    };
    const problems = problemsOf(script);
    expect(new Set(problems.map(([pointer]) => pointer))).toEqual(
      new Set([
        '/replys',
        '/otherwise',
        '/replies/0',
        '/replies/0/txt',
        '/replies/0/when/nod',
        '/replies/0/when/call',
        '/replies/1',
        '/replies/1/text',
        '/replies/1/delayMs',
        '/replies/1/error/code',
        '/replies/1/error/status',
        '/replies/2',
        '/replies/3/toolCalls/0/name',
        '/replies/3/toolCalls/0/nane',
        '/replies/3/usage/tokens',
        '/tools/a~1b',
        '/tools/empty',
        '/tools/odd/value',
      ]),
    );
    const hints = new Map(problems);
    expect(hints.get('/replys')).toBe('Did you mean "replies"?');
    expect(hints.get('/replies/0/when/nod')).toBe('Did you mean "node"?');
    expect(hints.get('/replies/0/txt')).toBe('Did you mean "text"?');
    expect(hints.get('/replies/3/toolCalls/0/nane')).toBe('Did you mean "name"?');
    expect(hints.get('/replies/3/usage/tokens')).toBe('Known: input, output, usd.');
    expect(hints.get('/tools/odd/value')).toBe('Known: result, error.');
    expect(hints.get('/tools/empty')).toBe('Keep one of them.');
  });

  it('[A29] every problem has all parts of a diagnostic', () => {
    const parsed = parse([]);
    expect(parsed).toEqual({
      ok: false,
      problems: [
        {
          code: 'SCRIPT_INVALID',
          severity: 'error',
          pointer: '',
          message: expect.stringContaining('expected object'),
          hint: expect.stringMatching(/\.$/),
        },
      ],
    });
  });

  it('[A29] text that is no JSON, and JSON that is too deep', () => {
    expect(parseScript('{ replies: [] }')).toMatchObject({
      problems: [{ code: 'BAD_JSON', pointer: '' }],
    });
    const deep = `{"tools":{"x":{"result":${'['.repeat(10_000)}${']'.repeat(10_000)}}}}`;
    expect(parseScript(deep)).toMatchObject({ problems: [{ code: 'TOO_DEEP', pointer: '' }] });
  });

  it('[A29] never throws', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"replies":[${json}]}`),
    );
    fc.assert(
      fc.property(anything, (source) => {
        const parsed = parseScript(source);
        return parsed.ok || parsed.problems.length > 0;
      }),
    );
  });
});
