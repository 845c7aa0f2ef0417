// Goal: a workflow with several triggers starts where the chosen one says, and nothing else of it runs.
import { compileGraph, triggerStarts, type Workflow } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compute } from '../run/acts.ts';
import { edge } from '../run/play.ts';

const shop: Workflow = {
  skein: 1,
  triggers: [
    { name: 'nightly', type: 'schedule', start: 'load' },
    { name: 'order', type: 'webhook', start: 'received' },
  ],
  nodes: [
    compute('load'),
    compute('received'),
    compute('check'),
    { id: 'both', type: 'join' },
    compute('lost'),
  ],
  edges: [edge('load -> both.a'), edge('received -> check'), edge('check -> both.b')],
};

function entriesOf(workflow: Workflow, start?: string): readonly string[] {
  const { graph, diagnostics } = compileGraph(workflow, { start });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return graph?.entries.map(({ id }) => id) ?? [];
}

describe('the starts of triggers', () => {
  it('[K1750] a run without a chosen start begins at "entry", else at the manual trigger, else at the first', () => {
    expect(entriesOf(shop)).toEqual(['load']);
    const manual = { name: 'try', type: 'manual', start: 'check' };
    expect(entriesOf({ ...shop, triggers: [...(shop.triggers ?? []), manual] })).toEqual(['check']);
    expect(entriesOf({ ...shop, entry: ['received'] })).toEqual(['received']);
    expect(entriesOf(shop, 'received')).toEqual(['received']);
    const { triggers: _, ...rest } = shop;
    expect(entriesOf({ ...rest, trigger: { type: 'webhook', start: 'check' } })).toEqual(['check']);
    // Triggers that say nothing of it start where the workflow does.
    expect(entriesOf({ ...rest, triggers: [{ name: 'a', type: 'webhook' }] })).toEqual([
      'load',
      'received',
      'lost',
    ]);
  });

  it('[K1750] names them in order, the single form first, by their type where they have no name', () => {
    expect(
      triggerStarts({ trigger: { type: 'event' }, triggers: [{ name: 'n', start: 'a' }, 7] }),
    ).toEqual([
      { name: 'event', isManual: false, start: null, where: '/trigger/start' },
      { name: 'n', isManual: true, start: 'a', where: '/triggers/0/start' },
    ]);
  });

  it('[K1751] what only another trigger reaches is no UNREACHABLE_NODE, from whichever start; a start that is no node is ENTRY_MISSING', () => {
    for (const start of [undefined, 'load', 'received']) {
      const { diagnostics } = compileGraph(shop, { start });
      expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
        ['UNREACHABLE_NODE', '/nodes/4'],
      ]);
    }
    const wrong = { ...shop, triggers: [{ name: 'x', type: 'webhook', start: 'loa' }] };
    expect(compileGraph(wrong)).toMatchObject({
      graph: null,
      diagnostics: [{ code: 'ENTRY_MISSING', pointer: '/triggers/0/start', hint: /load/u }].map(
        (each) => ({ ...each, hint: expect.stringMatching(each.hint) }),
      ),
    });
  });
});
