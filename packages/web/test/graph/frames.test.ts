import { compileDefinition } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { copyNodes, pasteNodes, readClip } from '../../src/graph/edit/clip.ts';
import { readPins, setPin, withPins } from '../../src/graph/edit/pins.ts';
import { removeParts } from '../../src/graph/edit/remove-parts.ts';
import { readTopKeys, setOtherKeys, setTopKey } from '../../src/graph/edit/top-keys.ts';
import { renameNode } from '../../src/graph/edit/rename-node.ts';
import { documentForms, findForm } from '../../src/graph/forms/find-form.ts';
import {
  addFrame,
  changeFrame,
  membersOf,
  removeFrames,
} from '../../src/graph/frames/edit-frames.ts';
import { followGroups } from '../../src/graph/frames/follow-groups.ts';
import { frameColours, readFrames } from '../../src/graph/frames/frame.ts';
import { freeSpot } from '../../src/graph/layout/free-spot.ts';

const position = { x: 8, y: 16 };

describe.each(documentForms.map((form) => [form.dialect, form] as const))(
  'notes and groups of a %s',
  (dialect, form) => {
    const empty = form.emptyDefinition('Test') as JsonObject;

    it('[W38] are added, changed and removed without a new version or a problem', () => {
      const noted = addFrame(empty, { kind: 'note', position });
      const grouped = addFrame(noted.definition, { kind: 'group', position, around: [position] });
      const written = changeFrame(grouped.definition, noted.id, { text: 'Why?', colour: 'teal' });
      expect(readFrames(written)).toMatchObject([
        { id: 'group', kind: 'group', x: -16, y: -36, width: 272, height: 136 },
        { id: 'note', kind: 'note', ...position, text: 'Why?', colour: 'teal' },
      ]);
      const before = compileDefinition(empty, { dialect });
      const after = compileDefinition(written, { dialect });
      expect([after.version, after.diagnostics]).toEqual([before.version, before.diagnostics]);
      expect(readFrames(removeFrames(written, [noted.id, grouped.id]))).toEqual([]);
    });

    it('[W39] pins follow the id of their node, and are removed with it', () => {
      const id = (empty[form.nodesKey] as JsonObject[])[0]!['id'] as string;
      const pinned = setPin(empty, { node: id, value: { kept: 1 } });
      const { version } = compileDefinition(pinned, { dialect });
      expect(version).toBe(compileDefinition(empty, { dialect }).version);
      const renamed = renameNode(form, pinned, { id, to: 'renamed' });
      expect(readPins(renamed)).toEqual({ renamed: { kept: 1 } });
      expect(readPins(removeParts(form, renamed, { nodes: ['renamed'] }))).toEqual({});
      expect(readPins(setPin(pinned, { node: id, value: undefined }))).toEqual({});
    });
  },
);

it('[W38] invalid entries are not drawn, and stay', () => {
  const strange: JsonObject = {
    studio: {
      notes: [null, { id: 'a' }, { id: 'b', x: 0, y: 0, width: 9, height: 9, color: '?' }],
    },
  };
  expect(readFrames(strange)).toMatchObject([{ id: 'b', colour: frameColours[0], text: '' }]);
  const changed = changeFrame(strange, 'b', { text: 'x' });
  expect((changed['studio'] as { notes: unknown[] }).notes).toHaveLength(3);
  expect(changeFrame(changed, 'b', { text: 'x' })).toBe(changed);
});

it('[W38] a group moves with everything that lies completely inside it', () => {
  const box = { x: 0, y: 0, width: 400, height: 200 };
  const frames = readFrames({
    studio: {
      groups: [{ id: 'g', ...box, title: '' }],
      notes: [{ id: 'n', x: 10, y: 100, width: 50, height: 50, text: '' }],
    },
  });
  const positions = new Map([
    ['in', { x: 20, y: 20 }],
    ['half', { x: 300, y: 20 }],
  ]);
  expect(membersOf(box, positions)).toEqual(['in']);
  const moved = { nodes: new Map(), frames: new Map([['g', { x: 5, y: 7 }]]) };
  const all = followGroups(moved, { positions, frames });
  expect([...all.nodes]).toEqual([['in', { x: 25, y: 27 }]]);
  expect(all.frames.get('n')).toEqual({ x: 15, y: 107 });
});

it('[W38] a new note overlaps nothing', () => {
  const cards = [{ x: 0, y: 0 }];
  const size = { width: 100, height: 50 };
  const spot = freeSpot({ x: 0, y: 0 }, size, { cards, frames: [] });
  expect(
    spot.x + size.width <= 0 || spot.x >= 224 || spot.y + size.height <= 0 || spot.y >= 60,
  ).toBe(true);
});

it('[W39] pinned values override those of the last run', () => {
  const definition = setPin({}, { node: '__proto__', value: 2 });
  const last = withPins(
    { input: 'x', outputs: { a: 1 } },
    setPin(definition, { node: 'a', value: 3 }),
  );
  expect(last.input).toBe('x');
  expect(Object.entries(last.outputs)).toEqual([
    ['a', 3],
    ['__proto__', 2],
  ]);
});

it('[W8] positions of an agent-graph are stored next to it', () => {
  const form = findForm('agent-graph')!;
  const empty = form.emptyDefinition('Test') as JsonObject;
  const moved = form.writePositions(empty, new Map([['agent', { x: 40, y: 80 }]]));
  const [node] = moved['nodes'] as JsonObject[];
  expect(form.readPosition(moved, node!)).toEqual({ x: 40, y: 80 });
  expect(compileDefinition(moved).version).toBe(compileDefinition(empty).version);
});

it('[W9] settings of the whole workflow are written at the top level, and nothing else changes', () => {
  const definition: JsonObject = { name: 'A', policy: { maxSteps: 5 }, nodes: [], edges: [] };
  expect(readTopKeys(definition)).toEqual({
    name: 'A',
    description: '',
    others: { policy: { maxSteps: 5 } },
  });
  expect(setTopKey(definition, 'name', 'B')).toEqual({ ...definition, name: 'B' });
  expect(setTopKey(definition, 'name', 'A')).toBe(definition);
  const changed = setOtherKeys(definition, { entry: ['x'], nodes: 'not here' });
  expect(changed).toEqual({ name: 'A', nodes: [], edges: [], entry: ['x'] });
  expect(setOtherKeys(definition, 'text')).toBe(definition);
});

it('[W7] a group is copied with its contents, and notes with their text, under free ids', () => {
  const form = findForm('native')!;
  const drawn: JsonObject = {
    skein: 1,
    nodes: [
      { id: 'in', type: 'start' },
      { id: 'out', type: 'start' },
    ],
    edges: [],
    studio: {
      positions: { in: { x: 0, y: 0 }, out: { x: 900, y: 0 } },
      groups: [{ id: 'group', x: -24, y: -52, width: 320, height: 200, title: 'Both', color: '?' }],
      notes: [{ id: 'note', x: 8, y: 300, width: 224, height: 96, text: 'Why?', mine: 1 }],
    },
  };
  const clip = copyNodes(form, drawn, { nodes: [], frames: ['group', 'note'] });
  expect(clip.nodes).toEqual([{ id: 'in', type: 'start' }]);
  const travelled = readClip(form, JSON.stringify(clip))!;
  const pasted = pasteNodes(form, drawn, { clip: travelled, offset: { x: 10, y: 20 } });
  expect([pasted.ids, pasted.frames]).toEqual([['in-2'], ['note-2', 'group-2']]);
  expect(pasted.definition['studio']).toMatchObject({
    positions: { 'in-2': { x: 10, y: 20 } },
    groups: [{ id: 'group' }, { id: 'group-2', x: -14, y: -32, title: 'Both', color: '?' }],
    notes: [{ id: 'note' }, { id: 'note-2', x: 18, y: 320, text: 'Why?', mine: 1 }],
  });
  const onlyNote = copyNodes(form, drawn, { nodes: [], frames: ['note'] });
  expect(readClip(form, JSON.stringify(onlyNote))?.nodes).toEqual([]);
  expect(readClip(form, JSON.stringify({ ...onlyNote, frames: {} }))).toBeNull();
});
