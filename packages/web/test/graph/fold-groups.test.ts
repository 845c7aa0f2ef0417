import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { joinMarks } from '../../src/canvas/card-marks.ts';
import { copyNodes, pasteNodes } from '../../src/graph/edit/clip.ts';
import { renameNode } from '../../src/graph/edit/rename-node.ts';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { collapseGroup, expandGroup, leaveGroups } from '../../src/graph/frames/collapse-group.ts';
import { foldedPlace, foldGroups, unfoldedPlace } from '../../src/graph/frames/fold-groups.ts';
import { followGroups } from '../../src/graph/frames/follow-groups.ts';
import { readFrames } from '../../src/graph/frames/frame.ts';
import { fillPositions } from '../../src/graph/layout/fill-positions.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import type { Point } from '../../src/graph/sketch.ts';

const form = findForm('native')!;

/** in → a → b → out, with a and b in a group, and a note beside them. */
const open: JsonObject = {
  skein: 1,
  name: 'Grouped',
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'a', type: 'transform', config: { value: 1 } },
    { id: 'b', type: 'transform', config: { value: 2 } },
    { id: 'out', type: 'end' },
  ],
  edges: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
  ],
  studio: {
    positions: {
      in: { x: 0, y: 0 },
      a: { x: 0, y: 200 },
      b: { x: 0, y: 300 },
      out: { x: 0, y: 500 },
    },
    groups: [{ id: 'group', x: -20, y: 150, width: 300, height: 240, title: 'Writing' }],
    notes: [{ id: 'note', x: -10, y: 160, width: 120, height: 30, text: 'Why' }],
  },
};

const placesOf = (definition: JsonObject) =>
  fillPositions(readSketch(form, definition)) ?? new Map<string, Point>();
const collapsed = collapseGroup(open, 'group', placesOf(open));

function folded(definition: JsonObject, shown: readonly string[] = []) {
  const sketch = readSketch(form, definition);
  const positions = placesOf(definition);
  const frames = readFrames(definition);
  return foldGroups({ sketch, positions, frames, shown: new Set(shown) });
}

it('[W2900] a collapsed group is one card, and edges to and from what it holds lead to it', () => {
  const { sketch, frames, positions } = folded(collapsed);
  expect(sketch.nodes.map(({ id }) => id)).toEqual(['in', 'out', 'frame:group']);
  expect(sketch.nodes.at(-1)).toMatchObject({
    title: 'Writing',
    subtitle: '2 nodes',
    members: ['a', 'b'],
    ports: [{ id: 'output', label: '' }],
  });
  expect(sketch.edges.map(({ from, out, to }) => [from, out, to])).toEqual([
    ['in', 'output', 'frame:group'],
    ['frame:group', 'output', 'out'],
  ]);
  expect(frames).toEqual([]);
  expect([...positions.keys()]).toEqual(['in', 'out', 'frame:group']);
  expect(expandGroup(collapsed, 'group')).toEqual(open);
});

it('[W2900] what is selected is seen; an empty group is not collapsed', () => {
  expect(folded(collapsed, ['b']).sketch).toEqual(readSketch(form, collapsed));
  expect(collapseGroup(open, 'group', new Map())).toBe(open);
  expect(collapseGroup(open, 'nowhere', placesOf(open))).toBe(open);
});

it('[W2900] what is put at the hidden places stays visible, and what is dragged out leaves', () => {
  const added = {
    ...collapsed,
    nodes: [...(collapsed['nodes'] as JsonObject[]), { id: 'new', type: 'end' }],
    studio: {
      ...(collapsed['studio'] as JsonObject),
      positions: {
        ...((open['studio'] as JsonObject)['positions'] as JsonObject),
        new: { x: 0, y: 200 },
      },
    },
  };
  expect(folded(added).sketch.nodes.map(({ id }) => id)).toContain('new');
  const left = leaveGroups(collapsed, new Map([['b', { x: 900, y: 900 }]]));
  expect(folded(left).sketch.nodes.map(({ id }) => id)).toEqual(['in', 'b', 'out', 'frame:group']);
});

it('[W2900] a collapsed group moves, is renamed and is copied with what it holds', () => {
  const group = readFrames(collapsed)[0]!;
  const card = foldedPlace(group);
  const to = unfoldedPlace(group, { x: card.x + 10, y: card.y + 20 });
  const moved = followGroups(
    { nodes: new Map(), frames: new Map([['group', to]]) },
    { positions: placesOf(collapsed), frames: readFrames(collapsed) },
  );
  expect([...moved.nodes]).toEqual([
    ['a', { x: 10, y: 220 }],
    ['b', { x: 10, y: 320 }],
  ]);
  expect(moved.frames.get('note')).toEqual({ x: 0, y: 180 });
  const renamed = renameNode(form, collapsed, { id: 'b', to: 'c' });
  expect(readFrames(renamed)[0]?.collapsed?.nodes).toEqual(['a', 'c']);
  const clip = copyNodes(form, collapsed, { nodes: [], frames: ['group'] });
  const pasted = pasteNodes(form, collapsed, { clip, offset: { x: 32, y: 32 } });
  const copies = readFrames(pasted.definition).filter(({ id }) => pasted.frames.includes(id));
  expect(copies.map(({ id }) => id)).toEqual(['group-2', 'note-2']);
  expect(copies[0]?.collapsed).toEqual({ nodes: pasted.ids, frames: ['note-2'] });
});

it('[W2900] the card of a group says the worst of what it holds', () => {
  const marks = [{ status: 'completed' }, { status: 'failed', problem: 'warning' }] as const;
  expect(joinMarks(marks)).toMatchObject({ status: 'failed', problem: 'warning' });
  expect(joinMarks([{ status: 'skipped' }, { status: 'skipped' }]).status).toBe('skipped');
  expect(joinMarks([{}]).status).toBeUndefined();
});
