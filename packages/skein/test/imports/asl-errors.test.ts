// Goal: state machines fail, are tried again and catch as in Step Functions. Method: a real engine in virtual time, with tools that throw.
import { importSource } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { testEngine } from '../../src/testing.ts';

/** Runs a machine whose function throws the errors of these names, one by one, and then succeeds. */
async function runMachine(states: JsonObject, errors: readonly string[]) {
  const imported = importSource({ StartAt: 'Charge', States: states });
  if (imported === null) throw new Error('not recognised');
  const left = [...errors];
  let calls = 0;
  const engine = await testEngine({
    tools: {
      'lambda-Charge': {
        description: 'Charges.',
        parameters: { type: 'object' },
        effect: 'idempotent',
        run: (): Json => {
          calls += 1;
          const name = left.shift();
          if (name !== undefined) throw Object.assign(new Error(`It was ${name}.`), { name });
          return { charged: true };
        },
      },
    },
  });
  try {
    const { id } = await engine.workflows.save(imported.definition);
    const run = await engine.runs.start(id, { input: { order: 7 } });
    await engine.advance('1h');
    const { status, output, error } = await engine.runs.finished(run.id);
    const times = (await engine.runs.journal(run.id)).map(({ at }) => new Date(at).getTime());
    const tookMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    return { status, output, code: error?.code, message: error?.message, calls, tookMs };
  } finally {
    await engine.close();
  }
}

const charge = (more: JsonObject): JsonObject => ({
  Type: 'Task',
  Resource: 'arn:aws:lambda:eu-west-1:1:function:Charge',
  End: true,
  ...more,
});
const Retry = [
  { ErrorEquals: ['Busy'], IntervalSeconds: 60, BackoffRate: 2, MaxAttempts: 2 },
  { ErrorEquals: ['Slow'], IntervalSeconds: 5, BackoffRate: 1, MaxAttempts: 1 },
];
const Catch = [
  { ErrorEquals: ['Busy'], ResultPath: '$.error', Next: 'Give up' },
  { ErrorEquals: ['Odd'], Next: 'Odd' },
];
const ends: JsonObject = {
  'Give up': { Type: 'Succeed' },
  Odd: { Type: 'Fail', Error: 'TooOdd', Cause: 'It was odd.' },
};

describe('errors of state machines', () => {
  it('[X2650] each retrier counts for itself and waits in its own way', async () => {
    const done = await runMachine({ Charge: charge({ Retry }) }, ['Busy', 'Slow', 'Busy']);
    expect(done).toMatchObject({ status: 'completed', output: { charged: true }, calls: 4 });
    expect(done.tookMs).toBe(60_000 + 5000 + 120_000);
  });

  it('[X2650] an error that no retrier names is not tried again', async () => {
    const done = await runMachine({ Charge: charge({ Retry }) }, ['Other']);
    expect(done).toMatchObject({ status: 'failed', calls: 1 });
  });

  it('[X2650] the first catcher that names the error goes on, with what happened in its place', async () => {
    const done = await runMachine({ Charge: charge({ Retry, Catch }), ...ends }, [
      'Busy',
      'Busy',
      'Busy',
    ]);
    expect(done).toMatchObject({
      status: 'completed',
      output: {
        order: 7,
        error: { Error: 'Busy', Cause: expect.stringContaining('It was Busy.') },
      },
      calls: 3,
    });
  });

  it('[X2650] Fail gives its error and cause; an error that no catcher names keeps its name', async () => {
    const states = { Charge: charge({ Catch }), ...ends };
    const odd = await runMachine(states, ['Odd']);
    expect(odd).toMatchObject({ status: 'failed', code: 'TooOdd', message: 'It was odd.' });
    expect(await runMachine(states, ['Lost'])).toMatchObject({ status: 'failed', code: 'Lost' });
  });
});
