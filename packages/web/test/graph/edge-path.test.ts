import { Position } from '@xyflow/react';
import { expect, it } from 'vitest';
import { edgePath } from '../../src/canvas/edges/edge-path.ts';

const ends = (sourceX: number, targetX: number, targetY = 90) => ({
  sourceX,
  sourceY: 0,
  targetX,
  targetY,
  sourcePosition: Position.Bottom,
  targetPosition: Position.Top,
});

it('[W3102] an edge between two cards that are almost one below the other is a straight line', () => {
  expect(edgePath(ends(100, 100))).toBe('M100,0L100,90');
  expect(edgePath(ends(100, 104))).toBe('M102,0L102,90');
  expect(edgePath({ ...ends(100, 98), data: { lane: 1, column: undefined } })).toBe('M99,0L99,90');
  // Others bend, and one that leads back goes round.
  expect(edgePath(ends(100, 105))).toContain('Q');
  expect(edgePath(ends(100, 102, -90))).toContain('Q');
});
