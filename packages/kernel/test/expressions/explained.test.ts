// Goal: an explanation says what an expression has read, and why it could not be computed.
import { describe, expect, it } from 'vitest';
import { sentences, why } from '../explain/explaining.ts';
import { play, step } from '../run/play.ts';

describe('explaining expressions', () => {
  it('[K709] names what an expression has read', () => {
    const run = play({
      nodes: [step('s'), step('a')],
      edges: [{ from: 's', to: 'a', when: '${= s.output.total > trigger.least }' }],
    }).start({ least: 100 });
    run.complete('s', { value: { total: 80 } });
    expect(why(run, 'a').notRun?.edges[0]?.tried).toEqual([
      {
        left: false,
        op: 'truthy',
        result: false,
        reads: [
          { reference: '${s.output.total}', value: 80 },
          { reference: '${trigger.least}', value: 100 },
        ],
      },
    ]);
    expect(sentences(run, 'a')).toContain(
      'false truthy is false, where ${s.output.total} is 80 and ${trigger.least} is 100',
    );
  });

  it('[K709] says why a condition could not be decided', () => {
    const run = play({
      policy: { onError: 'continue' },
      nodes: [step('s'), step('a')],
      edges: [{ from: 's', to: 'a', when: '${= previous / 0 > 1 }' }],
    }).start();
    run.complete('s', { value: 1 });
    expect(sentences(run, 'a')).toContain('its condition failed: ${= previous / 0 > 1 }');
  });
});
