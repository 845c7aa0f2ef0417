// Goal: mistakes in durable functions are refused where they are made, with what to do, and none of them ends the process.
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createEngine, workflow, type Workflow, type WorkflowIo } from 'skein';
import { describe, expect, it } from 'vitest';

async function failureOf(
  flow: Workflow<null, unknown>,
): Promise<{ readonly code: string; readonly message: string }> {
  await using engine = await createEngine({ workflows: [flow] });
  const refused: { code: string; message: string } = await engine.run(flow, null).then(
    ({ output }) => ({ code: 'none', message: JSON.stringify(output) }),
    (error: { code: string; message: string }) => error,
  );
  return refused;
}

it('[SD1702] calls that nobody awaits do not end the process, while the function runs and after it', async () => {
  // Vitest itself fails when a rejection is not handled.
  const ended: string[] = [];
  const over = Promise.withResolvers<void>();
  const forgets = workflow('forgets', async (io) => {
    const late = (name: string) =>
      io.step(name, async () => {
        await over.promise;
        ended.push(name);
        return name;
      });
    const later = async () => {
      await late('in a function of its own');
      ended.push('never');
    };
    void late('alone');
    void later();
    void io.map('items', [1, 2], (_item, own) => own.step('item', () => pause(20)));
    void io.step('fails', () => Promise.reject(new Error('Nobody hears it.')));
    void io.run('child', missing, null);
    await io.step('last', () => pause(5));
    return 'done';
  });
  await using engine = await createEngine({ workflows: [forgets] });
  expect((await engine.run(forgets, null)).output).toBe('done');
  over.resolve();
  await expect.poll(() => ended).toHaveLength(2);
  await pause(20);
  expect(ended).not.toContain('never');
});

const missing = workflow('missing', async () => 1);

it('[SD1703] a call inside of a step is refused, and names both', async () => {
  const nests = workflow('nests', async (io) =>
    io.step('outer', () => io.step('inner', () => 1), { retry: 3 }),
  );
  const refused = await failureOf(nests);
  expect(refused).toMatchObject({ code: 'STEP_NESTED' });
  expect(refused.message).toContain('"inner" is called inside of the step "outer"');
});

it('[SD1704] a workflow below it that is not registered is named, with where to register it', async () => {
  const refused = await failureOf(workflow('begins', async (io) => io.run('begin', missing, null)));
  expect(refused).toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  expect(refused.message).toMatch(/"missing".*workflows: \[it\].*createEngine\(\{ workflows \}\)/);
});

describe('[SD2352] a call inside of a step', () => {
  it.each<[string, (io: WorkflowIo) => unknown, string]>([
    ['after an await', async (io) => (await pause(1), io.step('inner', () => 1)), '"inner"'],
    ['of io.uuid, which has no entry in the journal', (io) => io.uuid(), 'io.uuid'],
    ['of io.sleep', (io) => io.sleep(1), 'io.sleep'],
    ['of io.version', (io) => io.version('new'), 'io.version("new")'],
  ])('is refused: %s', async (_, inner, said) => {
    const flow = workflow('nests', async (io) => {
      await io.step('outer', async () => void (await inner(io)));
      return io.uuid();
    });
    const refused = await failureOf(flow);
    expect(refused).toMatchObject({ code: 'STEP_NESTED' });
    expect(refused.message).toContain(`${said} is called inside of the step "outer"`);
  });

  it('is no call of another run that the step starts and awaits', async () => {
    const other = workflow('other', async (io) => io.step('deep', () => 7));
    const outer = workflow('outer', async (io) =>
      io.step('runs', async () => (await engine.run(other, null)).output),
    );
    await using engine = await createEngine({ workflows: [outer, other] });
    expect((await engine.run(outer, null)).output).toBe(7);
  });
});

it('[SD2352] calls without a name that overlap are told how to get one', async () => {
  const naps = workflow('naps', async (io) => {
    const nap = async (ms: number) => {
      await io.step(`before ${ms}`, () => pause(ms));
      await io.sleep(50);
    };
    await Promise.all([nap(1), nap(20)]);
  });
  const refused = await failureOf(naps);
  expect(refused.code).toBe('STEP_AMBIGUOUS');
  expect(refused.message).toMatch(/Two calls of io\.sleep .* Use io\.map or io\.race/);
});

describe('[SD2354] what is no argument', () => {
  it.each<[string, (io: Loose) => unknown, string]>([
    ['a step without a name', (io) => io.step(() => 1), "as in io.step('pay', …)"],
    ['an empty name', (io) => io.step('', () => 1), '"" cannot be the name of a call'],
    ['a step without a function', (io) => io.step('pay'), 'io.step("pay", …) needs a function'],
    ['a sleep of NaN', (io) => io.sleep(Number.NaN), 'NaN is not a duration'],
    ['a date that is none', (io) => io.sleep(new Date('soon')), 'invalid Date'],
  ])('is named: %s', async (_, call, said) => {
    const refused = await failureOf(
      workflow('odd', async (io): Promise<unknown> => call(io as unknown as Loose)),
    );
    expect(refused.message).toContain(said);
  });

  it('is named when a workflow is made', () => {
    const make = workflow as unknown as (...args: unknown[]) => unknown;
    expect(() => make('odd')).toThrow('workflow("odd", …) needs a function.');
    expect(() => make('odd', {}, 'run')).toThrow('workflow("odd", …) needs a function.');
    expect(() => make('odd', { input: 5 }, () => 1)).toThrow('needs a Standard Schema');
  });
});

it('[SD2355] io that is used after the function has ended warns, and does nothing', async () => {
  let kept: WorkflowIo | undefined;
  const ends = workflow('ends', async (io) => {
    kept = io;
    return 1;
  });
  await using engine = await createEngine({ workflows: [ends] });
  await engine.run(ends, null);
  const warned = once(process, 'warning');
  const made: string[] = [];
  void kept?.step('late', () => void made.push('late'));
  const [warning] = (await warned) as [Error];
  expect(warning.name).toBe('SkeinWarning');
  expect(warning.message).toContain('The workflow "ends" has ended');
  await pause(10);
  expect(made).toEqual([]);
});

/** As a program without types calls it. */
interface Loose {
  step(...args: unknown[]): unknown;
  sleep(...args: unknown[]): unknown;
}
