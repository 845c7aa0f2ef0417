// Python in code nodes, which is experimental. What happens without its interpreter is tested where it is not installed: in the
// installed package.
import { failureIn } from '@skein/agents';
import type { Json } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { codeRun, codeType, valueOf } from './code-world.ts';

const type = codeType({ python: true });
const python = { language: 'python' };
async function failureOf(code: string, given: object = {}) {
  const { result } = codeRun(code, { type, config: { ...python, ...given } });
  const error: unknown = await result.then(
    ({ value }) => new Error(`It gave ${JSON.stringify(value)}.`),
    (thrown: unknown) => thrown,
  );
  return failureIn(error);
}

it('[A770] is refused unless the operator has switched it on', async () => {
  const { result } = codeRun('1', { config: python });
  const error: unknown = await result.catch((thrown: unknown) => thrown);
  expect(failureIn(error)).toMatchObject({
    code: 'CODE_NOT_ALLOWED',
    retry: 'never',
    data: { hint: expect.stringContaining('limits.code.python') },
  });
});

describe('Python that the operator allows', () => {
  const value = (code: string, config: object = {}) =>
    valueOf(code, { type, previous: 4, config: { ...python, ...config } as never });

  it('[A771] gives the value of its last line as JSON', async () => {
    const args = { rows: [{ price: 2 }, { price: 3.5 }] };
    expect(
      await value('total = sum(r["price"] for r in args["rows"])\n{"total": total}', { args }),
    ).toEqual({ total: 5.5 });
    expect(await value('[previous, None, True, (1, "x"), {"a": {}}]')).toEqual([
      4,
      null,
      true,
      [1, 'x'],
      { a: {} },
    ]);
    expect(await value('x = 1')).toBeNull();
  });

  it('[A771] calls the tools that the node names, each once, and prints into the log', async () => {
    const made: Json[] = [];
    const tool = (name: string, run: (args: Json) => Json): Tool => ({
      name,
      description: '',
      parameters: {},
      effect: 'pure',
      run: (args) => {
        made.push([name, args as Json]);
        return run(args as Json);
      },
    });
    const tools = [
      tool('price-of', () => 3),
      tool('fails', () => {
        throw new Error('no');
      }),
    ];
    const code = `print("begin")
a = price_of(item="tea")
b = price_of({"item": "sugar"})
try:
    fails()
except Exception as error:
    print("failed", error)
a + b`;
    const { io, result } = codeRun(code, {
      type,
      tools,
      config: { ...python, tools: ['price-of', 'fails'] },
    });
    expect((await result).value).toBe(6);
    expect(made).toEqual([
      ['price-of', { item: 'tea' }],
      ['price-of', { item: 'sugar' }],
      ['fails', {}],
    ]);
    const log = [...io.recorded.values()].find((each) => JSON.stringify(each).includes('code.log'));
    expect(log).toMatchObject({
      lines: [{ text: 'begin' }, { text: expect.stringContaining('failed') }],
    });
  });

  it.each([
    ['while True:\n    pass', 'CODE_TIMEOUT', 300],
    ['x = []\nwhile True:\n    x.append("x" * 1000)', 'CODE_MEMORY'],
    ['"x" * 2 ** 40', 'CODE_MEMORY'],
    ['def f(n):\n    return f(n + 1)\nf(0)', 'CODE_MEMORY'],
    ['open("/etc/passwd").read()', 'CODE_THREW'],
    ['import os\nos.environ["PATH"]', 'CODE_THREW'],
    ['import subprocess', 'CODE_THREW'],
    ['class A:\n    pass', 'CODE_THREW'],
    ['float("inf")', 'CODE_OUTPUT'],
    ['{1: 2}', 'CODE_OUTPUT'],
    ['2 ** 70', 'CODE_OUTPUT'],
    ['other_tool()', 'CODE_THREW'],
  ])(
    '[A772] %s ends as %s, and the pool is usable afterwards',
    async (code, expected, cpuMs = 10_000) => {
      // Only the code that is to run out of time gets little of it: on a busy machine the others take longer.
      const failure = await failureOf(code, { limits: { cpuMs } });
      expect([failure?.code, failure?.message]).toEqual([expected, expect.any(String)]);
      expect(await value('1 + 1')).toBe(2);
    },
  );

  it('[A772] an error is told with its line and column', async () => {
    expect(await failureOf('x = 1\ny = [1][3]')).toMatchObject({
      code: 'CODE_THREW',
      message: expect.stringContaining('IndexError'),
      data: { line: 2, column: 5 },
    });
    expect(await failureOf('def f(:\n  1')).toMatchObject({
      message: expect.stringContaining('SyntaxError'),
    });
  });
});
