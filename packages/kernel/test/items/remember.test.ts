// Goal: items that carry what they were at an earlier node. Every event is followed by a dump, a load and a replay (`play`), which must agree.
import { compileGraph, runView, type Json, type WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compute } from '../run/acts.ts';
import { edge, step } from '../run/play.ts';
import { perItem, started } from './with-items.ts';

const orders = [
  { id: 1, city: 'Gent', lines: ['a', 'b'] },
  { id: 2, city: 'Aalst', lines: ['c'] },
  { id: 3, city: 'Gent', lines: [] },
];
const source: WorkflowNode = { id: 'orders', type: 'start', remember: 'order' };
const read = (id: string, value: Json = '${item@order.id}') => perItem(id, value);

function after(node: WorkflowNode, input: Json = orders) {
  return started(
    {
      nodes: [source, node, read('r')],
      edges: [edge('orders -> n'), edge('n -> r')],
    },
    input,
  );
}

describe('what items remember', () => {
  it('[K1270] is read by name, also in expressions, and seen by nobody else', () => {
    const value = {
      id: '${item@order.id}',
      city: '${= remembered(item, "order").city }',
      all: '${item}',
    };
    const run = started(
      {
        nodes: [source, perItem('n', { name: 'x${index}' }), read('r', value)],
        edges: [edge('orders -> n'), edge('n -> r')],
      },
      orders.slice(0, 1),
    );
    expect(run.output('r')).toEqual([{ id: 1, city: 'Gent', all: { name: 'x0' } }]);
    expect(JSON.stringify(runView(run.graph, run.state)['nodes'])).not.toContain('remembered');
    expect(run.output('orders')).toEqual(orders.slice(0, 1));
  });

  it.each([
    ['filter', [{ op: 'filter', where: { field: 'id', op: 'gt', value: 1 } }], [2, 3]],
    ['sort', [{ op: 'sort', by: [{ field: 'id', order: 'desc' }] }], [3, 2, 1]],
    ['pick', [{ op: 'pick', fields: 'city' }], [1, 2, 3]],
    ['set', [{ op: 'set', fields: { x: 1 } }], [1, 2, 3]],
    ['split', [{ op: 'split', field: 'lines' }], [1, 1, 2]],
    ['group', [{ op: 'group', by: 'city', values: { n: { fn: 'count' } } }], [1, 1]],
  ])('[K1271] goes on through %s', (_, steps, ids) => {
    const run = after({ id: 'n', type: 'data', config: { steps } });
    expect(run.output('r')).toEqual(ids);
  });

  it('[K1271] goes on through partitions, items that fail, and merges, which unite both', () => {
    const cases = [{ name: 'far', when: { left: '${item.city}', op: 'eq', right: 'Gent' } }];
    const run = started(
      {
        nodes: [
          source,
          { id: 'p', type: 'partition', config: { cases } },
          perItem('other', { of: '${item.id}' }),
          {
            id: 'm',
            type: 'data',
            remember: 'merged',
            config: {
              from: '${p.output.far}',
              steps: [{ op: 'merge', with: '${other.output}', how: 'position' }],
            },
          },
          read('r', '${item@order.id}/${item@["merged"].of}'),
        ],
        edges: [edge('orders -> p'), edge('p.rest -> other'), edge('other -> m'), edge('m -> r')],
      },
      orders,
    );
    expect(run.output('r')).toEqual(['1/2', null]);
  });

  it('[K1271] items of calls carry what theirs do, those on the port error too', () => {
    const called: WorkflowNode = {
      ...step('n'),
      config: { name: 'any', args: '${item}' },
      each: { items: '${previous}', onError: 'port' },
    };
    const run = started(
      {
        nodes: [source, called, read('r'), read('bad')],
        edges: [edge('orders -> n'), edge('n -> r'), edge('n.error -> bad')],
      },
      orders,
    );
    const error = { code: 'X', message: 'x' };
    const good = [{ y: 1 }, { y: 3 }];
    run.complete('n', { value: good, ports: { output: good, error: [{ ...orders[1], error }] } });
    expect(run.output('r')).toEqual([1, 3]);
    expect(run.output('bad')).toEqual([2]);
  });

  it.each([
    ['as many', [{ x: 1 }, { x: 2 }, { x: 3 }], [1, 2, 3]],
    ['one', [{ x: 1 }], [1]],
    ['others', [{ x: 1 }, { x: 2 }], [null, null]],
  ])('[K1272] a function that makes %s of a list', (_, value, ids) => {
    const run = after(step('n'));
    run.complete('n', { value });
    expect(run.output('r')).toEqual(ids);
  });

  it('[K1273] nothing is carried where no node remembers', () => {
    const { graph } = compileGraph({ skein: 1, nodes: [compute('a')] });
    expect(graph?.remembers).toBe(false);
  });

  it('[K1274] a name that no node remembers is a warning', () => {
    const { diagnostics } = compileGraph({ skein: 1, nodes: [read('r', '${item@nobody.id}')] });
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'UNKNOWN_REFERENCE /nodes/0/config/value',
    ]);
  });
});
