// Goal: whoever shares a thread can compile a large definition of any dialect without keeping the others. Method: the parts are counted, because
// time would depend on the machine.
import { doAtOnce, partLength } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../src/index.ts';
import {
  compileDefinition,
  compileDefinitionInParts,
} from '../../src/definitions/compile-definition.ts';
import { approvalsBefore } from '../../src/canvas/read/approval-notes.ts';

const size = 1000;
const ids = Array.from({ length: size }, (_, i) => (i === 0 ? 'root' : `n${i}`));
/** A chain: each id with the one before it. */
const pairs = ids.slice(1).map((to, i) => [ids[i] ?? '', to] as const);

const chains: Readonly<Record<DialectName, object>> = {
  native: {
    skein: 1,
    nodes: ids.map((id) => ({ id, type: 'llm', config: { prompt: 'Go.' } })),
    edges: pairs.map(([from, to]) => ({ from, to })),
  },
  canvas: {
    nodes: ids.map((id, i) => ({
      id,
      type: i === 0 ? 'start' : 'agent',
      data: i === 0 ? {} : { agentName: id, userPrompt: 'Go.' },
    })),
    connections: pairs.map(([source, target]) => ({ source, target })),
  },
  dataflow: {
    nodes: ids.map((id) => ({ id, nodeType: 'chat', config: { prompt: 'Go.' } })),
    edges: pairs.map(([source, target], i) => ({ id: `e${i}`, source, target })),
  },
  'agent-graph': {
    entrypointNodeId: 'root',
    nodes: ids.map((id) => ({ id, nodeType: 'AGENT', agentId: 'a' })),
    agents: [{ id: 'a', name: 'A', systemPrompt: 'Go.' }],
    edges: pairs.map(([sourceNodeId, targetNodeId], i) => ({
      id: `e${i}`,
      sourceNodeId,
      targetNodeId,
      conditionType: 'ALWAYS',
    })),
  },
  'session-graph': {
    steps: ids.map((id) => ({ id, function: 'utils.text.format', input: {} })),
    paths: pairs.map(([from, to]) => ({ from, to })),
  },
  pipeline: {
    uuid: 'p',
    name: 'p',
    steps: ids.map((uuid) => ({
      uuid,
      name: uuid,
      type: 'custom_llm',
      model: 'm',
      system_prompt: 'Go.',
    })),
  },
};

describe('large definitions', () => {
  it.each(Object.entries(chains))(
    '[N1600] %s: compiling them can be interrupted, and gives the same',
    (dialect, definition) => {
      const work = compileDefinitionInParts(definition, { dialect });
      let parts = 0;
      let next = work.next();
      for (; next.done !== true; next = work.next()) parts += 1;
      const { workflow, graph, version, diagnostics } = next.value;
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(graph).not.toBeNull();
      // Nodes, edges and what connects them.
      expect(parts).toBeGreaterThan((2 * size) / partLength);
      const atOnce = compileDefinition(definition, { dialect });
      expect([version, diagnostics]).toEqual([atOnce.version, atOnce.diagnostics]);
      expect(JSON.stringify(workflow)).toBe(JSON.stringify(atOnce.workflow));
    },
  );

  it('[CV1600] what a node of a canvas is told of approvals takes no look at the others', () => {
    let looks = 0;
    const nodes = ids.map((id) => ({
      id,
      get role() {
        looks += 1;
        return 'other' as const;
      },
    }));
    const noted = approvalsBefore({ nodes, edges: pairs.map(([from, to]) => ({ from, to })) });
    const before = looks;
    expect(before).toBe(size);
    for (const id of ids) expect(noted(id)).toEqual([]);
    expect(looks).toBe(before);
  });

  it('[CV1600] a chain of a thousand approvals is compiled without a note for each of its nodes', () => {
    const definition = {
      nodes: ids.map((id, i) => ({ id, type: i === 0 ? 'start' : 'approval', data: {} })),
      connections: pairs.map(([source, target]) => ({ source, target, sourceHandle: 'approve' })),
    };
    const work = compileDefinitionInParts(definition, { dialect: 'canvas' });
    const { workflow, diagnostics } = doAtOnce(work);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(JSON.stringify({ ...workflow, studio: {} }).length).toBeLessThan(size * 200);
  });
});
