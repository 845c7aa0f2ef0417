import { eq, graph, gt, lt, type Workflow } from '@skein/sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const input = z.object({ n: z.number() });

interface Edge {
  readonly from: string;
  readonly out?: string;
  readonly to: string;
  readonly in?: string;
  readonly loop?: boolean;
}

/** `a.port -> b.in`, sorted. */
function edgesOf({ definition }: Workflow): readonly string[] {
  // What a graph writes has this shape.
  const edges = definition['edges'] as unknown as readonly Edge[];
  return edges
    .map(({ from, out, to, in: into, loop }) => {
      const left = out === undefined ? from : `${from}.${out}`;
      const right = into === undefined ? to : `${to}.${into}`;
      return `${left} ${loop === true ? '=>' : '->'} ${right}`;
    })
    .toSorted();
}

describe('edges', () => {
  it('[SD210] come from references: what refers to nothing of each other runs side by side', () => {
    const made = graph('diamond', { input }, (g, { n }) => {
      const a = g.step('a', { n }, (args) => args.n);
      const b = g.step('b', { a: a.output }, (args) => args.a);
      const c = g.step('c', { a: a.output }, (args) => args.a);
      return [b.output, c.output];
    });
    expect(edgesOf(made)).toEqual(['a -> b', 'a -> c', 'b -> end.b', 'c -> end.c', 'start -> a']);
  });

  it('[SD210] are as few as possible', () => {
    const made = graph('chain', { input }, (g, { n }) => {
      const a = g.step('a', { n }, (args) => args.n);
      const b = g.step('b', { a: a.output }, (args) => args.a);
      const c = g.step('c', { a: a.output, b: b.output, n }, (args) => args.a);
      return { a: a.output, b: b.output, c: c.output };
    });
    expect(edgesOf(made)).toEqual(['a -> b', 'b -> c', 'c -> end', 'start -> a']);
  });

  it('[SD210] the end waits for everything, and `after` for what is not read', () => {
    const made = graph('after', { input }, (g, { n }) => {
      const a = g.step('a', { n }, (args) => args.n);
      g.sleep('pause', '1s', { after: a });
      const c = g.step('c', {}, () => 1, { after: [a] });
      return c.output;
    });
    expect(edgesOf(made)).toEqual([
      'a -> c',
      'a -> pause',
      'c -> end.c',
      'pause -> end.pause',
      'start -> a',
    ]);
  });

  it('[SD211] a branch begins at its port, and what it needs is awaited before it is chosen', () => {
    const made = graph('branch', { input }, (g, { n }) => {
      const slow = g.step('slow', { n }, (args) => args.n);
      const chosen = g.if(
        'large',
        gt(n, 3),
        () => g.step('use', { slow: slow.output }, (args) => args.slow).output,
        () => 0,
      );
      return chosen.output;
    });
    expect(edgesOf(made)).toEqual([
      'large.false -> large:false',
      'large.true -> use',
      'large:false -> large:result',
      'large:result -> end',
      'slow -> large',
      'start -> slow',
      'use -> large:result',
    ]);
  });

  it('[SD212] a loop leads back from its test, and what its body needs is awaited before it', () => {
    const made = graph('loop', { input }, (g, { n }) => {
      const step = g.step('step', { n }, (args) => args.n);
      const counted = g.loop('count', { i: 0 }, (state) => {
        const next = g.step('next', { i: state.i, by: step.output }, ({ i, by }) => i + by);
        return { next: { i: next.output }, again: lt(next.output, 3) };
      });
      return counted.output.i;
    });
    expect(edgesOf(made)).toEqual([
      'count -> next',
      'count:again.false -> end',
      'count:again.true => count',
      'count:from -> count',
      'count:next -> count:again',
      'next -> count:next',
      'start -> step',
      'step -> count:from',
    ]);
  });

  it('[SD213] one branch that goes on needs no join', () => {
    const made = graph('stop', { input }, (g, { n }) => {
      const checked = g.if(
        'allowed',
        eq(n, 1),
        () => ({ ok: true }),
        () => g.stop('refused', 'n is not 1'),
      );
      return checked.output.ok;
    });
    expect(edgesOf(made)).toEqual([
      'allowed.false -> refused',
      'allowed.true -> allowed:true',
      'allowed:true -> end',
      'start -> allowed',
    ]);
  });
});
