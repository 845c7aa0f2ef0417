// Goal: graphs of TypeScript run as they are written. Each runs on an engine, and its definition is checked to be native JSON without
// a complaint.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createEngine,
  eq,
  event,
  exists,
  graph,
  gt,
  json,
  lt,
  orElse,
  RunError,
  text,
  type CreateEngineOptions,
  type Engine,
  type NodeCall,
  type Workflow,
} from 'skein';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function engineWith(
  workflow: Workflow,
  options: Omit<CreateEngineOptions, 'workflows'> = {},
): Promise<Engine> {
  const engine = await createEngine({ ...options, workflows: [workflow] });
  engines.push(engine);
  return engine;
}

/** The output of a run; the definition must have passed all checks. */
async function outputOf<In, Out>(workflow: Workflow<In, Out>, input: NoInfer<In>): Promise<Out> {
  const engine = await engineWith(workflow);
  expect(engine.workflows.validate(workflow.definition)).toEqual([]);
  return (await engine.run(workflow, input)).output;
}

const number = z.object({ n: z.number() });

describe('a graph', () => {
  const greet = graph(
    'greet',
    { input: z.object({ name: z.string(), title: z.string().optional() }), name: 'Greeting' },
    (g, input) => {
      const full = g.set('full', { name: text`${orElse(input.title, 'Dear')} ${input.name}` });
      const size = g.step('size', { of: full.output.name }, async ({ of }) => ({
        length: of.length,
        at: new Date(0),
        gone: undefined,
      }));
      return { fixed: 1, full: full.output, size: size.output, all: json(size.output) };
    },
  );

  it('[SD211] is native JSON: checked without a complaint, the same after a round trip, marked as made by code', async () => {
    const { definition } = greet;
    expect(JSON.parse(JSON.stringify(definition))).toEqual(definition);
    expect(definition).toMatchObject({
      skein: 1,
      id: 'greet',
      name: 'Greeting',
      metadata: { origin: { language: 'typescript' } },
    });
    const engine = await engineWith(greet);
    expect(engine.workflows.validate(definition)).toEqual([]);
    const saved = await engine.workflows.get('greet');
    expect(saved.definition).toEqual(definition);
  });

  it('[SD214] gives what its function returns, with the values of its references', async () => {
    const size = { length: 8, at: '1970-01-01T00:00:00.000Z' };
    expect(await outputOf(greet, { name: 'Ada' })).toEqual({
      fixed: 1,
      full: { name: 'Dear Ada' },
      size,
      all: JSON.stringify(size),
    });
    const titled = await outputOf(greet, { name: 'Ada', title: 'Dr' });
    expect(titled.full).toEqual({ name: 'Dr Ada' });
  });

  it('[SD214] explains what its nodes did', async () => {
    const engine = await engineWith(greet);
    const { id } = await engine.run(greet, { name: 'Ada' });
    const explained = await engine.runs.explain(id, 'size');
    expect(JSON.stringify(explained)).toContain('full');
  });

  it('[SD60] brings its functions, and a name with two meanings is refused', async () => {
    const options = { functions: { 'greet.size': () => 1 }, workflows: [greet] };
    await expect(createEngine(options)).rejects.toThrow(
      'workflows: the function "greet.size" has two meanings',
    );
  });
});

describe('branches', () => {
  const sorted = graph('sorted', { input: number }, (g, { n }) => {
    const doubled = g.step('double', { n }, (args) => args.n * 2);
    const kind = g.switch(
      'kind',
      {
        large: [gt(doubled.output, 100), () => ({ size: 'large', by: doubled.output })],
        even: [
          eq(n, 2),
          () =>
            g.if(
              'deeper',
              gt(doubled.output, 3),
              () => ({ size: 'four', by: doubled.output }),
              () => ({ size: 'less', by: 0 }),
            ).output,
        ],
      },
      () => ({ size: 'small', by: g.step('third', { n }, (args) => args.n * 3).output }),
    );
    const noted = g.if('note', eq(n, 2), () => 'two');
    return { kind: kind.output, noted: noted.output };
  });

  it.each([
    [60, { kind: { size: 'large', by: 120 }, noted: null }],
    [2, { kind: { size: 'four', by: 4 }, noted: 'two' }],
    [5, { kind: { size: 'small', by: 15 }, noted: null }],
  ])('[SD212] give the value of the branch that is taken (%i)', async (n, expected) => {
    expect(await outputOf(sorted, { n })).toEqual(expected);
  });

  it('[SD213] a stop ends the run after all that was written before it', async () => {
    const done: string[] = [];
    const strict = graph('strict', { input: number }, (g, { n }) => {
      const checked = g.if(
        'allowed',
        lt(n, 10),
        () => n,
        () => {
          g.step('log', { n }, (args) => void done.push(`refused ${args.n}`));
          return g.stop('refused', text`${n} is too large`);
        },
      );
      return checked.output;
    });
    const engine = await engineWith(strict);
    expect(engine.workflows.validate(strict.definition)).toEqual([]);
    expect((await engine.run(strict, { n: 3 })).output).toBe(3);
    const stopped = await engine.start(strict, { n: 30 });
    await expect(stopped.result()).rejects.toThrow(RunError);
    expect(await stopped.settled()).toMatchObject({ status: 'stopped' });
    expect(done).toEqual(['refused 30']);
  });
});

describe('loops', () => {
  it('[SD215] carry a value from round to round, and nest', async () => {
    const table = graph('table', { input: number }, (g, { n }) => {
      const size = g.step('size', { n }, (args) => args.n);
      const rows = g.loop('rows', { row: 1, cells: [] as string[] }, (outer) => {
        const line = g.loop('line', { column: 1, cells: outer.cells }, (inner) => {
          const cell = g.step(
            'cell',
            { ...pick(inner), row: outer.row },
            ({ cells, column, row }) => [...cells, `${row}x${column}`],
          );
          const column = g.step('column', { at: inner.column }, ({ at }) => at + 1);
          return {
            next: { column: column.output, cells: cell.output },
            again: lt(column.output, 3),
          };
        });
        const row = g.step('row', { at: outer.row }, ({ at }) => at + 1);
        return {
          next: { row: row.output, cells: line.output.cells },
          again: lt(row.output, size.output),
        };
      });
      return rows.output;
    });
    expect(await outputOf(table, { n: 4 })).toEqual({
      row: 4,
      cells: ['1x1', '1x2', '2x1', '2x2', '3x1', '3x2'],
    });
  });
});

/** The parts that a step needs. */
function pick<T extends { readonly cells: unknown; readonly column: unknown }>({
  cells,
  column,
}: T) {
  return { cells, column } as Pick<T, 'cells' | 'column'>;
}

describe('maps', () => {
  it('[SD216] run their body for each item, with what it uses of the runs around it', async () => {
    const grid = graph(
      'grid',
      { input: z.object({ size: z.number(), tag: z.string().optional() }) },
      (g, input) => {
        const range = g.step('range', { size: input.size }, ({ size }) => [...Array(size).keys()]);
        const rows = g.map('rows', range.output, (row, y) => {
          const tagged = g.if(
            'tagged',
            exists(input.tag),
            () => orElse(input.tag, ''),
            () => 'none',
          );
          const cells = g.map(
            'cells',
            range.output,
            (column) =>
              g.step(
                'cell',
                { y, row, column, tag: tagged.output },
                (at) => `${at.y}${at.row}${at.column}${at.tag}`,
              ).output,
          );
          return { y, cells: cells.output };
        });
        return rows.output;
      },
    );
    const cells = (tag: string) =>
      [0, 1].map((y) => ({ y, cells: [`${y}${y}0${tag}`, `${y}${y}1${tag}`] }));
    expect(await outputOf(grid, { size: 2 })).toEqual(cells('none'));
    expect(await outputOf(grid, { size: 2, tag: 'x' })).toEqual(cells('x'));
  });

  it('[SD216] mapSettled: failures are values', async () => {
    const checked = graph(
      'checked',
      { input: z.object({ items: z.array(z.number()) }) },
      (g, input) => {
        const each = g.mapSettled(
          'each',
          input.items,
          (item) =>
            g.step('check', { item }, (args) => {
              if (args.item < 0) throw new Error(`${args.item} is negative`);
              return args.item;
            }).output,
          { concurrency: 2 },
        );
        return each.output;
      },
    );
    expect(await outputOf(checked, { items: [1, -2] })).toEqual([
      { ok: true, value: 1 },
      { ok: false, error: { code: 'NODE_FAILED', message: '-2 is negative' } },
    ]);
  });
});

describe('waits', () => {
  const signed = event('signed', z.object({ user: z.string(), at: z.number() }));
  const asking = graph(
    'asking',
    { input: z.object({ user: z.string(), within: z.number() }) },
    (g, input) => {
      const ok = g.approval(
        'ok',
        { prompt: text`Shall ${input.user} sign?` },
        { approved: () => 'yes' as const, rejected: () => g.stop('no', 'rejected') },
      );
      const plan = g.input('plan', {
        prompt: 'Which?',
        schema: z.object({ name: z.string() }),
        after: ok,
      });
      const signature = g.event('signature', signed, {
        if: (data) => eq(data.user, input.user),
        after: plan,
      });
      return { ok: ok.output, plan: plan.output.name, at: signature.output.at };
    },
  );

  it('[SD217] people answer, and an event comes that fits', async () => {
    const engine = await engineWith(asking);
    expect(engine.workflows.validate(asking.definition)).toEqual([]);
    const run = await engine.start(asking, { user: 'ada', within: 1 });
    await run.settled();
    await run.answer('ok', 'yes');
    await run.settled();
    await run.answer('plan', { name: 'gold' });
    await run.settled();
    await engine.send(signed, { user: 'bob', at: 1 });
    await engine.send(signed, { user: 'ada', at: 2 });
    expect((await run.result()).output).toEqual({ ok: 'yes', plan: 'gold', at: 2 });
  });

  it('[SD217] what expires takes its branch, or fails the run', async () => {
    const kind = (id: string, isCaught: boolean) =>
      graph(id, { input: z.object({}) }, (g) => {
        const options = { prompt: 'Now?', within: 1 } as const;
        if (!isCaught) return g.approval('now', options).output.decision;
        const decided = g.approval('now', options, {
          approved: () => 'yes',
          expired: () => 'late',
        });
        const said = g.event('said', signed, { within: '1ms' }, { expired: () => ({ at: -1 }) });
        return { decided: decided.output, at: said.output.at };
      });
    const caught = await outputOf(kind('caught', true), {});
    expect(caught).toEqual({ decided: 'late', at: -1 });
    const uncaught = outputOf(kind('uncaught', false), {});
    await expect(uncaught).rejects.toMatchObject({ code: 'WAIT_EXPIRED' });
  });
});

describe('other workflows', () => {
  const twice = graph('twice', { input: number }, (g, { n }) => {
    return { n: g.step('double', { n }, (args) => args.n * 2).output };
  });
  const told = event<{ n: number }>('told');

  it('[SD219] are run as a step, and registered with the graph that runs them', async () => {
    const above = graph('above', { input: number }, (g, { n }) => {
      const first = g.run('first', twice, { n });
      const second = g.run('second', twice, { n: first.output.n });
      g.emit('tell', told, { n: second.output.n });
      g.sleep('pause', '1ms', { after: second });
      return second.output;
    });
    expect(above.workflows).toEqual([twice]);
    expect(await outputOf(above, { n: 3 })).toEqual({ n: 12 });
  });

  it('[SD219] agents are asked by their own node type, which the graph brings', async () => {
    // Only its type matters here.
    const threads = twice as Workflow as Workflow<never, { said: string }>;
    const kind = { type: 'agent:echo', mode: 'execute', ports: ['output'] } as const;
    const echo = {
      type: kind.type,
      nodeType: {
        kind,
        description: 'Says what it is asked.',
        run: ({ config }: NodeCall) => ({ value: { said: config['prompt'] ?? null } }),
      },
      threads,
    };
    const asked = graph('asked', { input: number }, (g, { n }) => {
      const first = g.agent('first', echo, { prompt: text`${n} times` });
      return g.step('use', { said: first.output.said }, ({ said }) => said.toUpperCase()).output;
    });
    expect(await outputOf(asked, { n: 3 })).toBe('3 TIMES');
  });

  it('[SD219] a run goes on after a restart, with the code of the new process', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'skein-graph-'));
    const store = `sqlite:${path.join(folder, 'runs.db')}`;
    const calls: string[] = [];
    const make = (process: string) =>
      graph('restarted', { input: number }, (g, { n }) => {
        const before = g.step('before', { n }, (args) => {
          calls.push(`before in ${process}`);
          return args.n + 1;
        });
        const ok = g.approval('ok', { prompt: text`Go on with ${before.output}?` });
        return g.step('after', { n: before.output, note: ok.output.note }, (args) => {
          calls.push(`after in ${process}`);
          return args;
        }).output;
      });
    try {
      const first = make('the first');
      const engine = await createEngine({ workflows: [first], store });
      const started = await engine.start(first, { n: 1 });
      await started.settled();
      await engine.close();
      const second = make('the second');
      const again = await engineWith(second, { store });
      const run = again.get(second, started.id);
      await run.answer('ok', { decision: 'approve', note: 'fine' });
      expect((await run.result()).output).toEqual({ n: 2, note: 'fine' });
      expect(calls).toEqual(['before in the first', 'after in the second']);
      await again.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
