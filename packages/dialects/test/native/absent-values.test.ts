import { describe, expect, it } from 'vitest';
import { compileDefinition } from '../../src/index.ts';

const nodes = [{ id: 'a', type: 'start' }];

describe('definitions of programs', () => {
  it('[N380] a key whose value is undefined is absent', () => {
    const plain = compileDefinition({ skein: 1, id: 'w', nodes, edges: [] });
    const given = compileDefinition({
      skein: 1,
      id: 'w',
      nodes: [{ id: 'a', type: 'start', config: undefined, retry: undefined }],
      edges: [],
      policy: undefined,
    });
    expect(given.diagnostics).toEqual([]);
    expect(given.version).toBe(plain.version);
  });

  it('[N380] what is not JSON otherwise is still refused', () => {
    const circle: Record<string, unknown> = { skein: 1, nodes, edges: [], policy: undefined };
    circle['studio'] = { circle };
    for (const definition of [circle, { skein: 1, nodes: [undefined], edges: [] }, undefined]) {
      expect(compileDefinition(definition).graph).toBeNull();
    }
    const dated = compileDefinition({ skein: 1, nodes, edges: [], studio: { at: new Date(0) } });
    expect(dated.diagnostics).toMatchObject([{ code: 'NOT_JSON', pointer: '/studio/at' }]);
  });
});

describe('a workflow that is named by a reference', () => {
  it.each(['subworkflow', 'map'])('[N381] in a %s is refused, with what to do', (type) => {
    const config = { workflow: '${trigger.which}', ...(type === 'map' && { items: [1] }) };
    const definition = { skein: 1, id: 'w', nodes: [{ id: 'sub', type, config }], edges: [] };
    expect(compileDefinition(definition).diagnostics).toMatchObject([
      {
        code: 'BAD_VALUE',
        severity: 'error',
        pointer: '/nodes/0/config/workflow',
        hint: expect.stringContaining('switch'),
      },
    ]);
    expect(compileDefinition(definition, { isStored: true }).graph).not.toBeNull();
  });
});
