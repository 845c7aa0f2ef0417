// Goal: attempts by the kind of failure: which rule decides, what it counts, and how long the pause is.
import { backoffOf, retryOf, type RetryPolicy } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compute } from './acts.ts';
import { edge, play, step, type Player } from './play.ts';

/** The pauses before further attempts; `end` when there is none. */
function pauses(run: Player, failures: readonly object[]): (number | 'end')[] {
  return failures.map((failure) => {
    run.fail('a', failure);
    const timer = [...run.state.timers.values()].find(({ purpose }) => purpose === 'retry');
    if (timer === undefined) return 'end';
    const pause = timer.at - (run.journal.at(-1)?.at ?? 0);
    run.fireTimer();
    return pause;
  });
}

const A = { code: 'A' };
const B = { code: 'B' };
const C = { code: 'C' };
const rules = [
  { on: ['A'], attempts: 3, backoffMs: 10, factor: 3, jitter: 'none' },
  { on: ['B', 'Busy'], attempts: 2, backoffMs: 100, jitter: 'none' },
] as const;

describe('retry rules', () => {
  const start = (retry: RetryPolicy) => play({ nodes: [step('a', { retry })] }).start();

  it.each([
    ['each rule counts its own failures', [A, B, A, A], [10, 100, 30, 'end']],
    ['a failure that none fits has the attempts of the policy', [A, C], [10, 'end']],
    ['a rule also fits by the name of an error', [{ code: 'X', name: 'Busy' }, B], [100, 'end']],
  ] as const)('[K2650] %s', (_, failures, expected) => {
    expect(pauses(start({ attempts: 1, rules }), failures)).toEqual(expected);
  });

  it('[K2650] the first rule that fits decides; "*" is any failure but those of `except`', () => {
    const any = { on: ['*'], except: ['C'], attempts: 2, backoffMs: 7, jitter: 'none' } as const;
    const run = start({ attempts: 2, backoffMs: 50, jitter: 'none', rules: [rules[0], any] });
    expect(pauses(run, [A, B, C, C])).toEqual([10, 7, 50, 'end']);
  });

  it('[K2651] a rule that names a failure is stronger than its `never`; "*" is not', () => {
    const never = { ...A, retry: 'never' };
    expect(pauses(start({ attempts: 1, rules }), [never])).toEqual([10]);
    const any = [{ on: ['*'], attempts: 5 }];
    expect(pauses(start({ attempts: 5, rules: any }), [never])).toEqual(['end']);
  });

  it('[K2650] counts are found again by replay, and in a snapshot', () => {
    const run = start({ attempts: 1, rules });
    expect(pauses(run, [A, A])).toEqual([10, 30]);
    const decided = retryOf({ attempts: 1, backoffMs: 1, factor: 1, maxMs: 1, rules: [] }, A, [4]);
    expect(decided).toMatchObject({ count: 5, counts: [5], isNamed: false });
    expect(pauses(run, [A])).toEqual(['end']);
  });

  it('[K2652] the chance in a pause is none, a tenth, or the whole of it', () => {
    const times = { attempts: 9, backoffMs: 1000, factor: 2, maxMs: 3000 };
    const at = (jitter: 'none' | 'tenth' | 'full') =>
      [0, 0.5, 1].map((chance) => backoffOf({ ...times, jitter }, { count: 2, chance }));
    expect(at('none')).toEqual([2000, 2000, 2000]);
    expect(at('tenth')).toEqual([2000, 2100, 2200]);
    expect(at('full')).toEqual([0, 1000, 2000]);
    expect(backoffOf({ ...times, jitter: 'none' }, { count: 9, chance: 0 })).toBe(3000);
  });

  it('[K2653] the port `error` also says the name that a tool gave its error', () => {
    const nodes = [step('a'), compute('said', '${previous}')];
    const edges = [edge('a.error -> said')];
    const run = play({ nodes, edges }).start().fail('a', { code: 'TOOL_FAILED', name: 'Busy' });
    expect(run.output('said')).toMatchObject({ code: 'TOOL_FAILED', name: 'Busy', attempt: 1 });
  });
});
