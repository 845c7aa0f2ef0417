// Goal: a durable function is tested as it will run. Method: steps that fail and are tried again, in virtual time and across crashes.
import { TimeoutError, workflow } from 'skein';
import { describe, expect, it } from 'vitest';
import { assertCompleted, assertFailed, testEngine } from '../../src/testing.ts';

describe('[SD2350] a step of a function that fails', () => {
  it('is made again after its backoff, and not before', async () => {
    const attempts: number[] = [];
    const flaky = workflow('flaky', async (io) =>
      io.step(
        'call',
        ({ attempt }) => {
          attempts.push(attempt);
          if (attempt < 4) throw new Error('not yet');
          return 'reached';
        },
        { retry: { attempts: 5, backoff: '1h' } },
      ),
    );
    await using engine = await testEngine({ workflows: [flaky] });
    const run = await engine.start(flaky, null);
    await engine.advance('59m');
    expect(attempts).toEqual([1]);
    await engine.advance('1m');
    expect(attempts).toEqual([1, 2]);
    await engine.crash();
    await engine.advance('1h');
    expect(attempts).toEqual([1, 2, 3]);
    await engine.advance('1h');
    await assertCompleted(run, 'reached');
    expect(attempts).toEqual([1, 2, 3, 4]);
  });

  it('tells the one who answers for it which attempt it is', async () => {
    const flow = workflow('answered', async (io) =>
      io.step('call', () => 'really', { retry: { attempts: 3, backoff: '1m' } }),
    );
    const told: number[] = [];
    const call = ({ attempt }: { readonly attempt: number }) => {
      told.push(attempt);
      if (attempt < 3) throw new Error('away');
      return 'answered';
    };
    await using engine = await testEngine({ workflows: [flow], steps: { call } });
    const run = await engine.start(flow, null);
    await engine.advance('1h');
    await assertCompleted(run, 'answered');
    expect(told).toEqual([1, 2, 3]);
  });

  it('fails for good when its attempts are used up', async () => {
    let calls = 0;
    const flow = workflow('used-up', async (io) =>
      io.step('call', () => Promise.reject(new Error(`attempt ${(calls += 1)}`)), { retry: 3 }),
    );
    await using engine = await testEngine({ workflows: [flow] });
    const run = await engine.start(flow, null);
    await engine.advance('1h');
    await assertFailed(run, 'STEP_FAILED');
    expect((await run.now()).error).toMatchObject({ message: 'attempt 3' });
  });
});

it('[SD2350] what takes too long is caught where it was called', async () => {
  const flow = workflow('late', async (io) => {
    try {
      return await io.approval('boss', { prompt: 'Buy it?', within: '2d' });
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      return 'late';
    }
  });
  await using engine = await testEngine({ workflows: [flow] });
  const run = await engine.start(flow, null);
  await engine.advance('2d');
  await assertCompleted(run, 'late');
});
