// Goal: what the kernel asks of its host for nodes with effects that work on items.
import { describe, expect, it } from 'vitest';
import { childEnds, compute, effectsOf } from '../run/acts.ts';
import { edge } from '../run/play.ts';
import { started } from './with-items.ts';

describe('a call for every item', () => {
  const called = {
    id: 'a',
    type: 'function',
    config: { name: 'send', args: { to: '${item.mail}', from: '${trigger.from}' } },
    each: { items: '${trigger.people}', concurrency: 3, onError: 'mark' as const },
    retry: { attempts: 2 },
  };

  it('[K1260] is one execution with an element for each item, and what is the same for all only once', () => {
    const people = [{ mail: 'a@example.org' }, { mail: 'b@example.org' }];
    const run = started({ nodes: [called] }, { people, from: 'me' });
    const { config, each } = run.execution('a');
    expect(config).toEqual({ name: 'send' });
    expect(each).toEqual({
      elements: [
        { item: people[0], config: { args: { to: 'a@example.org', from: 'me' } } },
        { item: people[1], config: { args: { to: 'b@example.org', from: 'me' } } },
      ],
      concurrency: 3,
      onError: 'mark',
      retry: { attempts: 2, backoffMs: 500, factor: 2, maxMs: 30_000 },
    });
  });

  it('[K1260] an element whose config cannot be computed fails alone', () => {
    const args = '${= item.n * 2 }';
    const run = started(
      { nodes: [{ ...called, config: { name: 'send', args } }] },
      { people: [{ n: 1 }, { n: 'x' }], from: 'me' },
    );
    expect(run.execution('a').each?.elements).toEqual([
      { item: { n: 1 }, config: { args: 2 } },
      { item: { n: 'x' }, error: { code: 'EXPRESSION_FAILED', message: expect.any(String) } },
    ]);
  });

  it('[K1261] a sub-workflow runs once per item, some at a time, with the item or its input', () => {
    const child = (onError: 'fail' | 'port') => ({
      id: 's',
      type: 'subworkflow',
      config: { workflow: 'inner', input: { of: '${item}' } },
      each: { items: '${trigger}', concurrency: 2, onError },
    });
    const run = started(
      {
        nodes: [child('port'), compute('good', '${previous}'), compute('bad', '${previous}')],
        edges: [edge('s -> good'), edge('s.error -> bad')],
      },
      [1, 2, 3],
    );
    expect(run.effects).toMatchObject([
      { type: 'child', workflow: 'inner', index: 0, input: { of: 1 } },
      { type: 'child', workflow: 'inner', index: 1, input: { of: 2 } },
    ]);
    childEnds(run, 's', 1, { status: 'failed' });
    expect(run.effects).toMatchObject([{ type: 'child', index: 2, input: { of: 3 } }]);
    childEnds(run, 's', 2);
    childEnds(run, 's', 0);
    expect(run.output('good')).toEqual(['s/0', 's/2']);
    expect(run.output('bad')).toEqual([
      { item: 2, error: { code: 'CHILD_BROKE', message: 'item 1 broke' } },
    ]);
    const failing = started({ nodes: [child('fail')] }, [1, 2, 3]);
    childEnds(failing, 's', 1, { status: 'failed' });
    expect(effectsOf(failing)).toContain('cancel children s#1');
    expect(failing.state.status).toBe('failed');
  });
});
