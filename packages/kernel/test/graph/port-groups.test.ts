// Goal: a node that fires all ports of one of its groups counts as a choice between the groups, and nothing else.
import { describe, expect, it } from 'vitest';
import { compileGraph } from '../../src/graph/compile-graph.ts';
import { nativeKinds } from '../../src/graph/native-kinds.ts';
import type { NodeKind } from '../../src/graph/node-kind.ts';
import { draw, type Drawing } from './draw.ts';

const router: NodeKind = {
  type: 'router',
  mode: 'execute',
  ports: ['ax', 'ay', 'bx', 'by'],
  firing: [
    ['ax', 'ay'],
    ['bx', 'by'],
  ],
};
const split: NodeKind = { type: 'split', mode: 'execute', ports: 'any', firing: 'all' };
const unsaid: NodeKind = { type: 'unsaid', mode: 'execute', ports: 'any', firing: 'unsaid' };
const kinds = new Map([...nativeKinds, ['router', router], ['split', split], ['unsaid', unsaid]]);

function codes(text: string, nodes: NonNullable<Drawing['nodes']> = {}): readonly string[] {
  const drawing = draw(text, { nodes: { r: { type: 'router' }, ...nodes } });
  return compileGraph(drawing, { kinds }).diagnostics.map(({ code }) => code);
}

const both = { input: { x: { required: true }, y: { required: true } } };

describe('groups of ports', () => {
  it('[K89] ports of one group fire together', () => {
    expect(codes('s>r r.ax>j.x r.ay>j.y', { j: both })).toEqual([]);
    expect(codes('s>r r.ax>j.x r.by>j.y', { j: both })).toEqual([
      'JOIN_MAY_STARVE',
      'JOIN_MAY_STARVE',
    ]);
  });

  it('[K141] ports that are left unsaid count as fired', () => {
    const drawn = 's>r r.x>j.x r.y>j.y';
    expect(codes(drawn, { j: both, r: { type: 'unsaid' } })).toEqual([]);
    expect(codes(drawn, { j: both, r: { type: 'function', config: { name: 'f' } } })).toEqual([
      'JOIN_MAY_STARVE',
      'JOIN_MAY_STARVE',
    ]);
  });

  it('[K89] ports of two groups never do', () => {
    expect(codes('s>r r.ax>j.x r.bx>j.x')).toEqual([]);
    expect(codes('s>r r.ax>j.x r.ay>j.x')).toEqual(['SAME_PORT_TWICE']);
  });

  it('[K89] one of the groups certainly fires', () => {
    expect(codes('s>r s>c r.ax>j.x r.bx>j.x c>j.y', { j: both })).toEqual([]);
    expect(codes('s>r s>c r.ax>j.x c>j.y', { j: both })).toEqual(['JOIN_MAY_STARVE']);
  });

  it('[K89] a port outside of all groups is never certain', () => {
    expect(codes('s>r s>c r.zz>j.x c>j.y', { j: both })).toEqual([
      'PORT_NEVER_FIRES',
      'JOIN_MAY_STARVE',
    ]);
  });

  it('[K89] any port may be one that always fires', () => {
    const nodes = { p: { type: 'split' }, j: both };
    expect(codes('s>p p.one>j.x p.two>j.y', nodes)).toEqual([]);
  });
});
