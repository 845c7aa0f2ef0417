import process from 'node:process';
import { failureIn } from '@skein/agents';
import { runId, type Failure } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { failureOf as failureOfRun, fakeNodeIo, nodeCall } from '../fake-node-io.ts';
import { codeRun, codeType, valueOf } from './code-world.ts';

const parameters = { type: 'object', properties: { n: { type: 'number' } } };
const made: string[] = [];
const tools: readonly Tool[] = [
  {
    name: 'double',
    description: '',
    parameters,
    effect: 'pure',
    run: (args, { idempotencyKey }) => {
      made.push(idempotencyKey);
      return 2 * (args as { n: number }).n;
    },
  },
  { name: 'broken', description: '', parameters, run: () => Promise.reject(new Error('jammed')) },
  { name: 'pay', description: '', parameters, approve: true, run: () => 'paid' },
  {
    name: 'slow',
    description: '',
    parameters,
    run: (args) => new Promise((done) => setTimeout(() => done((args as { n: number }).n), 150)),
  },
];
/** Every failure here is one of a node. */
const failureOf = (result: Promise<unknown>) => failureOfRun(() => result) as Promise<Failure>;
const withTools = (...names: readonly string[]) => ({ tools, config: { tools: names } });

describe('code', () => {
  it('[A751] gets args, inputs, previous and trigger as plain values, and returns JSON', async () => {
    const config = { args: { rows: [1, 2, 3] }, trigger: { by: 'hand' } };
    const code =
      'return { sum: args.rows.reduce((a, b) => a + b), in: inputs.in, previous, by: trigger.by }';
    expect(await valueOf(code, { config, inputs: { in: 'x' }, previous: [1] })).toEqual({
      sum: 6,
      in: 'x',
      previous: [1],
      by: 'hand',
    });
    expect(await valueOf('return [args, inputs, previous, trigger]')).toEqual([{}, {}, null, null]);
    expect(await valueOf('return args', { config: { args: null } })).toBeNull();
    expect(await valueOf('const nothing = 1')).toBeNull();
    expect(await valueOf('return [undefined, new Date(0), NaN]')).toEqual([
      null,
      '1970-01-01T00:00:00.000Z',
      null,
    ]);
  });

  it('[A751] TypeScript loses its types and keeps its lines', async () => {
    const code =
      'interface Row { n: number }\nconst rows = args.rows as Row[]\nreturn rows.map((r): number => r.n)';
    const config = { language: 'typescript', args: { rows: [{ n: 4 }] } };
    expect(await valueOf(code, { config })).toEqual([4]);
    const failure = await failureOf(
      codeRun('type A = {\n  a: 1\n}\nconst a: any = null;\nreturn a.b', {
        config: { language: 'typescript' },
      }).result,
    );
    expect(failure).toMatchObject({ code: 'CODE_THREW', retry: 'never', data: { line: 5 } });
  });

  it('[A752] an error is told with its line and column', async () => {
    const failure = await failureOf(
      codeRun('const x = 1;\n  throw new TypeError("no " + x)').result,
    );
    expect(failure).toMatchObject({
      code: 'CODE_THREW',
      message: expect.stringMatching(/^TypeError: no 1 \(line 2, column \d+\)\.$/),
      data: { node: 'node', line: 2 },
    });
  });

  it('[A752] so is what stopped it, where that is known', async () => {
    const memory = await failureOf(
      codeRun('const all = [];\n\nfor (;;) all.push("x".repeat(1e6) + all.length);', {
        config: { limits: { cpuMs: 10_000 } },
      }).result,
    );
    expect(memory).toMatchObject({ code: 'CODE_MEMORY', data: { line: 3 } });
    // A loop without calls has no place of its own; the line above the code is never told as one.
    const time = await failureOf(
      codeRun('let n = 0;\nfor (;;) n++;', { config: { limits: { cpuMs: 50 } } }).result,
    );
    expect(time).toMatchObject({ code: 'CODE_TIMEOUT', message: expect.stringContaining('50 ms') });
    expect(time.data).not.toMatchObject({ line: 1 });
  });

  it('[A752] what is not there is explained', async () => {
    const failure = await failureOf(codeRun('return await fetch("https://example.org")').result);
    expect(failure.data).toMatchObject({ hint: expect.stringContaining('tools.NAME') });
  });

  it('[A753] fires the ports that it declares, and no others', async () => {
    const ports = { config: { ports: ['ok', 'bad'] } };
    expect(await codeRun('return { $ports: { ok: 1 } }', ports).result).toEqual({
      value: 1,
      ports: { ok: 1 },
    });
    expect(await codeRun('return { $ports: { ok: 1, bad: 2 } }', ports).result).toEqual({
      value: { ok: 1, bad: 2 },
      ports: { ok: 1, bad: 2 },
    });
    for (const code of ['return { $ports: { other: 1 } }', 'return { $ports: {} }', 'return 1'])
      expect(await failureOf(codeRun(code, ports).result)).toMatchObject({ code: 'CODE_OUTPUT' });
  });

  it('[A754] the result must fit the schema', async () => {
    const config = { schema: { type: 'object', required: ['total'] } };
    expect(await valueOf('return { total: 1 }', { config })).toEqual({ total: 1 });
    expect(await failureOf(codeRun('return { sum: 1 }', { config }).result)).toMatchObject({
      code: 'CODE_OUTPUT',
      message: expect.stringContaining('total'),
    });
  });

  it('[A755] its time stands still and its chance is that of the activation', async () => {
    const code =
      'const t = Date.now(); for (let i = 0; i < 1e5; i++); return [t, Date.now(), new Date().getTimezoneOffset(), Math.random(), Math.random()]';
    const first = codeRun(code, { now: 1_700_000_000_123 });
    const value = (await first.result).value as number[];
    expect(value.slice(0, 3)).toEqual([1_700_000_000_123, 1_700_000_000_123, 0]);
    expect(value[3]).not.toBe(value[4]);
    expect(value[3]).toBeLessThan(1);
    const again = await valueOf(code, { now: 5, recorded: first.io.recorded });
    expect(again).toEqual(value);
    // Some clocks know parts of milliseconds.
    expect(await valueOf('return Date.now()', { now: 1_700_000_000_123.75 })).toBe(
      1_700_000_000_123,
    );
  });

  it('[A756] calls the tools that it names, each a recorded step with its own key', async () => {
    made.length = 0;
    const code =
      'const [a, b] = await Promise.all([tools.double({ n: 1 }), tools.double({ n: 2 })]); return [a, b, await tools.double({ n: a + b })]';
    const { io, result } = codeRun(code, withTools('double'));
    expect((await result).value).toEqual([2, 4, 12]);
    expect(made).toEqual(['run/node/1/1', 'run/node/1/2', 'run/node/1/3']);
    expect([...io.recorded.keys()]).toEqual([
      'code#1',
      'calls:1#1',
      'tool:call-1#1',
      'tool:call-2#1',
      'calls:2#1',
      'tool:call-3#1',
    ]);
  });

  it('[A756] a tool that fails throws into the code, which may catch it', async () => {
    const code =
      'try { await tools.broken({}) } catch (error) { return [error.message, error.code, error.reason] }';
    expect(await valueOf(code, withTools('broken'))).toEqual(['jammed', 'TOOL_FAILED', 'failed']);
    const failure = await failureOf(codeRun('await tools.broken({})', withTools('broken')).result);
    expect(failure).toMatchObject({
      code: 'CODE_THREW',
      message: expect.stringContaining('jammed'),
    });
    expect(
      await valueOf(
        'try { await tools.double({ n: "x" }) } catch (e) { return e.reason }',
        withTools('double'),
      ),
    ).toBe('malformed');
  });

  it('[A756] a tool that it does not name, or more than 100 calls, are not allowed', async () => {
    expect(
      await failureOf(codeRun('await tools.pay({})', withTools('double')).result),
    ).toMatchObject({
      code: 'CODE_NOT_ALLOWED',
      message: expect.stringContaining('"pay"'),
    });
    const many = 'for (let i = 0; i < 101; i++) await tools.double({ n: i })';
    expect(await failureOf(codeRun(many, withTools('double')).result)).toMatchObject({
      code: 'CODE_NOT_ALLOWED',
      message: expect.stringContaining('100'),
    });
  });

  it.each([
    ['try { await tools.pay({}) } catch {} return 1', '"pay"'],
    ['for (let i = 0; i < 101; i++) await tools.double({ n: i }).catch(() => 0); return 1', '100'],
  ])('[A1650] what is not allowed is not hidden by a catch: %s', async (code, named) => {
    expect(await failureOf(codeRun(code, withTools('double')).result)).toMatchObject({
      code: 'CODE_NOT_ALLOWED',
      message: expect.stringContaining(named),
    });
  });

  it('[A757] a call that needs approval is made when a person approves it', async () => {
    const code = 'try { return await tools.pay({ n: 1 }) } catch (error) { return error.reason }';
    expect(await valueOf(code, { ...withTools('pay'), answer: () => 'approve' })).toBe('paid');
    expect(await valueOf(code, { ...withTools('pay'), answer: () => 'reject' })).toBe('rejected');
  });

  it('[A758] a repeated execution repeats no recorded call', async () => {
    made.length = 0;
    const code = 'const a = await tools.double({ n: 1 }); return a + await tools.double({ n: a })';
    const first = codeRun(code, withTools('double'));
    await first.result;
    const upTo = (count: number) => new Map([...first.io.recorded].slice(0, count));
    for (let count = 0; count <= first.io.recorded.size; count++) {
      made.length = 0;
      expect(await valueOf(code, { ...withTools('double'), recorded: upTo(count) })).toBe(6);
      const known = [...upTo(count).keys()].filter((key) => key.startsWith('tool:')).length;
      expect(made).toHaveLength(2 - known);
    }
  });

  it('[A758] other calls than before are refused before anything is done', async () => {
    const first = codeRun('return await tools.pay({ n: 1 })', {
      ...withTools('pay'),
      answer: () => 'approve',
    });
    await first.result;
    made.length = 0;
    const failure = await failureOf(
      codeRun('return await tools.double({ n: 1 })', {
        ...withTools('double'),
        recorded: first.io.recorded,
      }).result,
    );
    expect(failure).toMatchObject({ code: 'CODE_DIVERGED', retry: 'never' });
    expect(made).toEqual([]);
  });

  it('[A759] code that waits for its calls keeps no thread', async () => {
    const type = codeType({ threads: 1 });
    const waiting = codeRun('console.log("once"); return await tools.slow({ n: 5 })', {
      ...withTools('slow'),
      type,
    });
    // Would wait for 150 ms and more behind it, and be refused by nobody.
    const others = Array.from({ length: 5 }, (_, i) => valueOf(`return ${i}`, { type }));
    expect(await Promise.all(others)).toEqual([0, 1, 2, 3, 4]);
    expect((await waiting.result).value).toBe(5);
    expect(waiting.io.recorded.get('log:1#1')).toEqual({
      type: 'code.log',
      lines: [{ level: 'info', text: 'once' }],
    });
  });

  it('[A759] those that wait for a thread take turns by their tree of runs', async () => {
    const type = codeType({ threads: 1 });
    const ended: string[] = [];
    const run = async (root: string) => {
      await codeRun('return 1', { type, root: runId(root) }).result;
      ended.push(root);
    };
    await Promise.all([...Array.from({ length: 20 }, () => run('many')), run('one'), run('two')]);
    // The first one has the thread already when the others arrive.
    expect(ended.slice(0, 4)).toEqual(['many', 'many', 'one', 'two'].toSorted());
    expect(ended).toHaveLength(22);
  });

  it('[A759] engines of one process share the threads', async () => {
    const started: unknown[] = [];
    const count = (thread: unknown) => started.push(thread);
    process.on('worker', count);
    try {
      for (let i = 0; i < 5; i++)
        expect(await valueOf(`return ${i}`, { type: codeType({ threads: 3 }) })).toBe(i);
      expect(started).toHaveLength(1);
    } finally {
      process.off('worker', count);
    }
  });

  it('[A760] what it logs is recorded up to 64 KB, also when it fails', async () => {
    const { io, result } = codeRun(
      'console.warn("a", { b: 1 }, [2], undefined); for (let i = 0; i < 100; i++) console.log("x".repeat(1000)); throw new Error("end")',
    );
    expect(await failureOf(result)).toMatchObject({ code: 'CODE_THREW' });
    const { lines } = io.recorded.get('log:1#1') as { lines: { level: string; text: string }[] };
    expect(lines[0]).toEqual({ level: 'warn', text: 'a {"b":1} [2] undefined' });
    expect(lines.at(-1)?.text).toContain('left out');
    expect(JSON.stringify(lines).length).toBeLessThan(70_000);
  });

  it('[A761] the ceilings of the operator hold', async () => {
    const off = codeRun('return 1', { type: codeType({ enabled: false }) });
    expect(await failureOf(off.result)).toMatchObject({
      code: 'CODE_NOT_ALLOWED',
      message: expect.stringContaining('switched off'),
    });
    const type = codeType({ cpuMs: 50 });
    const more = codeRun('return 1', { type, config: { limits: { cpuMs: 100 } } });
    expect(await failureOf(more.result)).toMatchObject({
      code: 'CODE_NOT_ALLOWED',
      message: expect.stringContaining('50'),
    });
    expect(await failureOf(codeRun('for (;;);', { type }).result)).toMatchObject({
      code: 'CODE_TIMEOUT',
    });
  });

  it('[A762] syntax is checked without running anything, with line and column', () => {
    const check = (code: string, language = 'javascript') =>
      codeType().checkConfig!({ code, language });
    expect(check('return await tools.a()')).toEqual([]);
    expect(check('const a = 1;\nconst = 2')).toMatchObject([
      { path: ['code'], message: expect.stringMatching(/line 2, column 7/) },
    ]);
    expect(check('const a: number = 1')).toMatchObject([
      { hint: expect.stringContaining('typescript') },
    ]);
    expect(check('const a: number = 1', 'typescript')).toEqual([]);
    expect(check('const a = 1\nenum E { A }', 'typescript')).toMatchObject([
      {
        message: expect.stringMatching(/enum.*line 2, column 1/),
        hint: expect.stringContaining('object'),
      },
    ]);
    expect(check(`return 1 //${'x'.repeat(100_000)}`)).toMatchObject([
      { message: expect.stringContaining('100000') },
    ]);
  });

  it('[A763] a cancelled activation ends its thread at once', async () => {
    const abort = new AbortController();
    const type = codeType({ threads: 1 });
    await valueOf('return 1', { type });
    const io = fakeNodeIo({ signal: abort.signal });
    const call = nodeCall({
      nodeType: 'code',
      config: { code: 'for (;;);', limits: { cpuMs: 10_000 } },
    });
    const began = performance.now();
    const result = Promise.resolve(type.run!(call, io));
    setTimeout(() => abort.abort(new Error('cancelled')), 50);
    await expect(result).rejects.toThrow('cancelled');
    expect(performance.now() - began).toBeLessThan(5000);
    expect(failureIn(await result.catch((error: unknown) => error))).toBeUndefined();
    expect(await valueOf('return 2', { type })).toBe(2);
  });

  it('[A763] one that is cancelled while it waits for its calls leaves its thread to the next', async () => {
    const type = codeType({ threads: 1 });
    expect(await valueOf('return 1', { type })).toBe(1);
    const started: unknown[] = [];
    const count = (thread: unknown) => started.push(thread);
    process.on('worker', count);
    try {
      const abort = new AbortController();
      const cancelling: Tool = {
        name: 'leave',
        description: '',
        parameters,
        run: (_args, { signal }) => {
          abort.abort(new Error('cancelled'));
          return Promise.reject(signal.reason);
        },
      };
      const io = fakeNodeIo({ signal: abort.signal, tools: [cancelling] });
      const config = { code: 'await tools.leave({})', tools: ['leave'] };
      const call = nodeCall({ nodeType: 'code', config });
      await expect(Promise.resolve(type.run!(call, io))).rejects.toThrow('cancelled');
      expect(await valueOf('return 2', { type })).toBe(2);
      expect(started).toEqual([]);
    } finally {
      process.off('worker', count);
    }
  });
});
