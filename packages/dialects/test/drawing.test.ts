import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileDefinition, exportDefinition, findDialect } from '@skein/dialects';

const studio: JsonObject = {
  positions: { a: { x: 40, y: 80 } },
  notes: [{ id: 'n', x: 0, y: 0, width: 200, height: 80, text: 'Why?', color: 'amber' }],
  groups: [],
  pins: { a: 'kept' },
};

const definitions: { readonly [dialect: string]: JsonObject } = {
  native: { skein: 1, nodes: [{ id: 'a', type: 'start' }], edges: [] },
  canvas: { nodes: [{ id: 'a', type: 'start', x: 1, y: 2, data: {} }], connections: [] },
  dataflow: { nodes: [{ id: 'a', nodeType: 'manualInput', config: { message: 'x' } }], edges: [] },
  'agent-graph': {
    entrypointNodeId: 'a',
    nodes: [{ id: 'a', nodeType: 'AGENT', nodeName: 'a', agentId: 'a' }],
    edges: [],
    agents: [{ id: 'a', name: 'A' }],
  },
  'session-graph': { steps: [{ id: 'root' }], paths: [] },
};

describe.each(Object.entries(definitions))('what an editor keeps in a %s', (dialect, plain) => {
  const drawn = { ...plain, studio };

  it('[N34] is not a problem and no part of the version, and stays with the workflow', () => {
    const before = compileDefinition(plain, { dialect });
    const { diagnostics, version, workflow } = compileDefinition(drawn, { dialect });
    expect(diagnostics).toEqual(before.diagnostics);
    expect(version).toBe(before.version);
    expect(workflow?.studio).toMatchObject({ notes: studio['notes'], pins: studio['pins'] });
  });

  it('[N34] is exported, also when the workflow was changed', () => {
    const { workflow } = compileDefinition(drawn, { dialect });
    expect(exportDefinition(workflow!, findDialect(dialect)!).definition).toEqual(drawn);
    const changed = { ...workflow!, name: 'Another name' };
    const { definition } = exportDefinition(changed, findDialect(dialect)!);
    expect(definition).toMatchObject({ studio: { notes: studio['notes'], pins: studio['pins'] } });
  });
});
