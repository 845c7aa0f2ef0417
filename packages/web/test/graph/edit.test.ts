// Every edit writes what was intended: checked by reading the definition again and by compiling it.
import { compileDefinition } from '@skein/dialects';
import { isObject, type JsonObject } from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNode } from '../../src/graph/edit/add-node.ts';
import { copyNodes, duplicateNodes, pasteNodes, readClip } from '../../src/graph/edit/clip.ts';
import { connect } from '../../src/graph/edit/connect.ts';
import { createHistory, pushStep, redo, undo } from '../../src/graph/edit/history.ts';
import { moveNodes } from '../../src/graph/edit/move-nodes.ts';
import { removeParts } from '../../src/graph/edit/remove-parts.ts';
import { renameNode } from '../../src/graph/edit/rename-node.ts';
import { setConfig } from '../../src/graph/edit/set-config.ts';
import { setTitle } from '../../src/graph/edit/set-title.ts';
import type { DocumentForm } from '../../src/graph/forms/document-form.ts';
import { documentForms, findForm } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import type { Sketch } from '../../src/graph/sketch.ts';
import { exampleDefinitions } from './examples.ts';

const native = findForm('native')!;
const canvas = findForm('canvas')!;

function emptyOf(form: DocumentForm): JsonObject {
  const definition = form.emptyDefinition('Test');
  if (!isObject(definition)) throw new Error('An empty definition is an object.');
  return definition;
}

/** Cards of nodes; others, such as an end, are there as long as something leads to them. */
function ownIds({ nodes }: Sketch): readonly string[] {
  return nodes.filter(({ isMark }) => isMark !== true).map(({ id }) => id);
}

function errorsOf(definition: JsonObject) {
  return compileDefinition(definition).diagnostics.filter(({ severity }) => severity === 'error');
}

describe.each(documentForms.map((form) => [form.dialect, form] as const))(
  'editing %s',
  (dialect, form) => {
    it('[W3] begins with a definition of that dialect without errors', () => {
      const definition = emptyOf(form);
      expect(compileDefinition(definition).dialect).toBe(dialect);
      expect(errorsOf(definition)).toEqual([]);
    });

    it('[W4] adds every type of the palette as a node that is drawn', () => {
      for (const { type, family } of form.palette) {
        const before = emptyOf(form);
        const { definition, id } = addNode(form, before, { type, position: { x: 10, y: 20 } });
        const node = readSketch(form, definition).nodes.find((each) => each.id === id);
        expect(node).toMatchObject({ type, family });
        expect(compileDefinition(definition).dialect).toBe(dialect);
      }
    });

    it('[W5] removes nodes together with all their edges', () => {
      for (const { definition } of exampleDefinitions(dialect)) {
        for (const { id } of readSketch(form, definition).nodes) {
          const left = readSketch(form, removeParts(form, definition, { nodes: [id] }));
          expect(left.nodes.map((node) => node.id)).not.toContain(id);
          expect(left.edges.filter(({ from, to }) => from === id || to === id)).toEqual([]);
        }
      }
    });

    it('[W5] removes one edge and leaves everything else', () => {
      for (const { definition } of exampleDefinitions(dialect)) {
        const before = readSketch(form, definition);
        for (const edge of before.edges) {
          const after = readSketch(form, removeParts(form, definition, { edges: [edge.key] }));
          expect(after.edges).toHaveLength(before.edges.length - 1);
          expect(ownIds(after)).toEqual(ownIds(before));
        }
      }
    });

    it('[W6] renames a node, and everything that refers to it', () => {
      for (const { name, definition } of exampleDefinitions(dialect)) {
        const before = readSketch(form, definition);
        const broken = errorsOf(definition).length;
        for (const { id } of before.nodes) {
          const renamed = renameNode(form, definition, { id, to: 'renamed-node' });
          const after = readSketch(form, renamed);
          expect(after.nodes).toHaveLength(before.nodes.length);
          expect(after.edges).toHaveLength(before.edges.length);
          // A session starts at the step called "root".
          const isNamedStart = dialect === 'session-graph' && id === 'root';
          const errors = isNamedStart ? broken : errorsOf(renamed).length;
          expect([name, errors]).toEqual([name, broken]);
          const back = renameNode(form, renamed, { id: 'renamed-node', to: id });
          expect(back).toEqual(definition);
        }
      }
    });

    it('[W7] duplicates all nodes with the edges between them, under free ids', () => {
      for (const { definition } of exampleDefinitions(dialect)) {
        const before = readSketch(form, definition);
        const ids = ownIds(before);
        const all = before.nodes.map(({ id }) => id);
        const pasted = duplicateNodes(form, definition, { nodes: all });
        const after = readSketch(form, pasted.definition);
        expect(ownIds(after)).toHaveLength(ids.length * 2);
        expect(after.edges).toHaveLength(before.edges.length * 2);
        expect(new Set([...ids, ...pasted.ids]).size).toBe(ids.length * 2);
      }
    });

    it('[W7] takes a copy through text', () => {
      for (const { definition } of exampleDefinitions(dialect)) {
        const ids = ownIds(readSketch(form, definition));
        const clip = readClip(form, JSON.stringify(copyNodes(form, definition, { nodes: ids })));
        expect(clip?.nodes).toHaveLength(ids.length);
        const pasted = pasteNodes(form, emptyOf(form), { clip: clip!, offset: { x: 0, y: 0 } });
        expect(pasted.ids).toHaveLength(ids.length);
      }
    });

    it('[W8] leaves the version alone when nodes are only moved', () => {
      for (const { definition } of exampleDefinitions(dialect)) {
        const { nodes } = readSketch(form, definition);
        const places = new Map(
          nodes.map(({ id }, index) => [id, { x: index * 256, y: index * 98 }]),
        );
        const moved = moveNodes(form, definition, places);
        expect(compileDefinition(moved).version).toBe(compileDefinition(definition).version);
      }
    });

    it('[W9] keeps every other key when settings are written back as they were read', () => {
      for (const { definition } of exampleDefinitions(dialect)) {
        const list = definition[form.nodesKey] as readonly JsonObject[];
        for (const node of list) {
          const config = form.readConfig(definition, node);
          const id = node['id'] as string;
          expect(setConfig(form, definition, { id, config })).toBe(definition);
          const marked = setConfig(form, definition, { id, config: { ...config, zz: 'x' } });
          const names = (value: JsonObject) => Object.keys(value).toSorted();
          expect(names(marked)).toEqual(names(definition));
        }
      }
    });

    it('[W9] changes the title that the card shows', () => {
      for (const { definition } of exampleDefinitions(dialect)) {
        for (const { id, type, isMark } of readSketch(form, definition).nodes) {
          if (isMark === true) continue;
          if (dialect === 'canvas' && type !== 'agent') continue;
          const titled = setTitle(form, definition, { id, title: 'Another-title' });
          expect(readSketch(form, titled).nodes.map(({ title }) => title)).toContain(
            'Another-title',
          );
        }
      }
    });

    it('[W10] undoes every edit to the identical definition', () => {
      const gestures = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat(), fc.nat()), {
        maxLength: 20,
      });
      fc.assert(
        fc.property(gestures, (list) => {
          let history = createHistory(emptyOf(form));
          const seen = [history.present];
          for (const gesture of list) {
            const next = applyGesture(form, history.present, gesture);
            if (next === history.present) continue;
            history = pushStep(history, next);
            seen.push(next);
            expect(compileDefinition(next).dialect).toBe(dialect);
          }
          for (const definition of seen.toReversed()) {
            expect(history.present).toBe(definition);
            history = undo(history);
          }
          for (let index = 1; index < seen.length; index++) history = redo(history);
          expect(history.present).toBe(seen.at(-1));
        }),
        { numRuns: 60 },
      );
    });
  },
);

function applyGesture(
  form: DocumentForm,
  definition: JsonObject,
  [gesture, first, second]: readonly [number, number, number],
): JsonObject {
  const { nodes, edges } = readSketch(form, definition);
  const at = (index: number) => nodes[index % nodes.length]?.id ?? '';
  switch (gesture) {
    case 0:
    case 1: {
      const { type } = form.palette[first % form.palette.length]!;
      return addNode(form, definition, { type, position: { x: second % 900, y: first % 900 } })
        .definition;
    }
    case 2: {
      const ports = nodes[first % Math.max(1, nodes.length)]?.ports ?? [];
      const out = ports[second % Math.max(1, ports.length)]?.id;
      if (out === undefined) return definition;
      return connect(form, definition, { from: at(first), out, to: at(second) });
    }
    case 3:
      return nodes.length === 1
        ? definition
        : removeParts(form, definition, { nodes: [at(first)] });
    case 4:
      return edges.length === 0
        ? definition
        : removeParts(form, definition, { edges: [edges[first % edges.length]!.key] });
    default:
      return duplicateNodes(form, definition, { nodes: [at(first)] }).definition;
  }
}

describe('connecting', () => {
  it('[W11] says the same as one would write by hand', () => {
    const base = emptyOf(native);
    const agent = addNode(native, base, { type: 'agent' });
    const gate = addNode(native, agent.definition, { type: 'approval' });
    const first = connect(native, gate.definition, { from: 'start', out: 'output', to: agent.id });
    const second = connect(native, first, { from: agent.id, out: 'output', to: gate.id });
    const third = connect(native, second, { from: gate.id, out: 'rejected', to: agent.id });
    expect(third['edges']).toEqual([
      { from: 'start', to: 'agent' },
      { from: 'agent', to: 'approval' },
      { from: 'approval', out: 'rejected', to: 'agent' },
    ]);
    expect(errorsOf(third)).toEqual([]);
  });

  it('[W11] adds no edge that is there already', () => {
    const { definition, id } = addNode(canvas, emptyOf(canvas), { type: 'agent' });
    const once = connect(canvas, definition, { from: 'start', out: 'output', to: id });
    expect(connect(canvas, once, { from: 'start', out: 'output', to: id })).toBe(once);
  });

  it('[W830] renames in the steps of data nodes, where item and index are the row', () => {
    const steps = [
      { op: 'filter', where: '${= item.n > a.output.n && index < 3 }' },
      { op: 'merge', with: '${a.output.rows}', how: 'append' },
    ];
    const definition = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'transform', config: { value: {} } },
        { id: 'd', type: 'data', config: { steps } },
      ],
    };
    expect(renameNode(native, definition, { id: 'a', to: 'b' })).toMatchObject({
      nodes: [
        {},
        {
          config: {
            steps: [
              { where: '${= item.n > b.output.n && index < 3 }' },
              { with: '${b.output.rows}' },
            ],
          },
        },
      ],
    });
  });

  it('[W700] renames in expressions, and nothing else in them', () => {
    const value = 'a ${= a.output + [1].map(a => a) + "a" } of ${a.output} $${= a }';
    const definition: JsonObject = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'transform', config: { value: 1 } },
        { id: 'b', type: 'transform', config: { value } },
      ],
      edges: [{ from: 'a', to: 'b', when: '${= a.output > 1 }' }],
    };
    expect(renameNode(native, definition, { id: 'a', to: 'my-a' })).toMatchObject({
      nodes: [
        { id: 'my-a' },
        {
          config: {
            value: 'a ${= $("my-a").output + [1].map(a => a) + "a" } of ${my-a.output} $${= a }',
          },
        },
      ],
      edges: [{ when: '${= $("my-a").output > 1 }' }],
    });
  });

  it('[W6] keeps texts that only look like a reference', () => {
    const definition = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'start' },
        {
          id: 'b',
          type: 'transform',
          config: { value: 'x $${a.output} ${a.output.k|none} ${ab.output|}' },
        },
        { id: 'ab', type: 'transform', config: { value: 'a' } },
      ],
      edges: [{ from: 'a', to: 'b' }],
    };
    const renamed = renameNode(native, definition, { id: 'a', to: 'first one' });
    expect(JSON.stringify(renamed)).toContain(
      'x $${a.output} ${[\\"first one\\"].output.k|none} ${ab.output|}',
    );
  });
});

describe('an agent graph', () => {
  const form = findForm('agent-graph')!;

  it('[W75] an agent is valid as soon as it is added, and the first one is the entry', () => {
    const added = addNode(form, emptyOf(form), { type: 'AGENT', position: { x: 1, y: 2 } });
    expect(errorsOf(added.definition)).toEqual([]);
    const without = { ...emptyOf(form), nodes: [], agents: [], entrypointNodeId: '' };
    const first = addNode(form, without, { type: 'AGENT' });
    expect(errorsOf(first.definition)).toEqual([]);
    expect(first.definition['entrypointNodeId']).toBe(first.id);
  });

  it('[W75] edges that are drawn to the end have no target', () => {
    const before = emptyOf(form);
    const { definition, id } = addNode(form, before, { type: 'END', position: { x: 1, y: 2 } });
    const drawn = connect(form, definition, { from: 'agent', out: 'route', to: id });
    expect(drawn['edges']).toMatchObject([
      { sourceNodeId: 'agent', targetNodeId: null, conditionValue: 'END' },
    ]);
    expect(errorsOf(drawn)).toEqual([]);
    expect(readSketch(form, drawn).edges).toMatchObject([{ from: 'agent', to: id }]);
    const always = connect(form, definition, { from: 'agent', out: 'ALWAYS', to: id });
    expect(errorsOf(always)).toEqual([]);
    const removed = removeParts(form, drawn, { nodes: [id] });
    expect(readSketch(form, removed)).toMatchObject({ nodes: [{ id: 'agent' }], edges: [] });
    expect(compileDefinition(removed).version).toBe(compileDefinition(before).version);
  });
});

describe('history', () => {
  it('[W10] undoes the steps of one gesture together', () => {
    const typed = ['h', 'he', 'hel'].reduce(
      (history, text) => pushStep(history, text, 'name'),
      createHistory(''),
    );
    expect(undo(typed).present).toBe('');
    expect(redo(undo(typed)).present).toBe('hel');
    expect(pushStep(undo(typed), 'other').future).toEqual([]);
  });
});
