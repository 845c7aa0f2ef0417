import { nativeTypes, type NodeKind } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  allKinds,
  compileDefinition,
  compileNative,
  compileText,
  dialectNames,
  detectDialect,
  findDialect,
  native,
} from '../src/index.ts';

const nodes = [{ id: 'a', type: 'join' }];

describe('detectDialect', () => {
  it('[N22] a definition with the key skein is native, whatever its number', () => {
    expect(detectDialect({ skein: 1, nodes })).toBe(native);
    expect(detectDialect({ skein: 2 })).toBe(native);
  });

  it.each([null, [], 'skein', 1, {}, { nodes }, Object.create({ skein: 1 })])(
    '[N22] %j is not',
    (definition) => {
      expect(detectDialect(definition)).toBeNull();
    },
  );

  it('[N22] a dialect is found by its name', () => {
    expect(findDialect('native')).toBe(native);
    expect(findDialect('Native')).toBeNull();
  });

  it('[N22] the kinds of all dialects are known without the dialects themselves', () => {
    const own = dialectNames().flatMap((name) => findDialect(name)?.kinds ?? []);
    expect(own.length).toBeGreaterThan(10);
    for (const kind of own) expect(allKinds.get(kind.type)).toBe(kind);
    expect(allKinds.size).toBe(own.length + nativeTypes.length);
  });
});

describe('compileDefinition', () => {
  it('[N23] compiles what it detects, and says which dialect it is', () => {
    expect(compileDefinition({ skein: 1, nodes })).toMatchObject({
      dialect: 'native',
      diagnostics: [],
    });
    expect(compileText(JSON.stringify({ skein: 1, nodes })).graph?.nodes).toHaveLength(1);
  });

  it('[N23] a named dialect is not second-guessed', () => {
    const compiled = compileDefinition({ nodes }, { dialect: 'native' });
    expect(compiled.dialect).toBe('native');
    expect(compiled.graph).not.toBeNull();
    expect(compiled.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['MISSING_KEY', 'warning'],
    ]);
  });

  it('[N23] no dialect, or an unknown one, is an error that lists the known ones', () => {
    expect(compileDefinition({ nodes }).diagnostics).toEqual([
      {
        code: 'DIALECT_UNKNOWN',
        severity: 'error',
        pointer: '',
        message: 'This definition does not have the shape of a known dialect.',
        hint: `Begin a native definition with "skein": 1, or name the dialect: ${dialectNames().join(', ')}.`,
      },
    ]);
    expect(compileDefinition({ nodes }, { dialect: 'natve' }).diagnostics[0]?.hint).toBe(
      'Did you mean "native"?',
    );
    expect(compileText('{"skein"').diagnostics[0]?.code).toBe('BAD_JSON');
  });

  it('[N23] the native dialect exports a workflow as it is', () => {
    const { workflow } = compileDefinition({ skein: 1, nodes });
    expect(workflow && native.export(workflow)).toEqual({
      definition: { skein: 1, nodes },
      losses: [],
    });
    expect(native.diagnose({ skein: 1, nodes })).toEqual([]);
  });

  it('[N23] the same document in another dialect than its own is another version', () => {
    const native = compileDefinition({ skein: 1, nodes }).version;
    expect(compileDefinition({ skein: 1, nodes }, { dialect: 'native' }).version).toBe(native);
    const forced = compileDefinition({ nodes }, { dialect: 'native' }).version;
    expect(forced).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(forced).not.toBe(compileNative({ nodes }).version);
  });

  it('[N33] types that native does not know check their own configs', () => {
    const kind: NodeKind = { type: 'own', mode: 'execute', ports: ['output'] };
    const kinds = new Map([...allKinds, ['own', kind]]);
    const own = { id: 'o', type: 'own', config: { size: 'x' } };
    const map = { id: 'm', type: 'map', config: { items: [], workflow: { nodes: [own] } } };
    const compiled = compileDefinition(
      { skein: 1, nodes: [own, map] },
      {
        kinds,
        checkConfig: (type) =>
          type === 'own'
            ? [{ path: ['size'], message: 'No \u001b number.', hint: 'Give one.' }]
            : [],
      },
    );
    expect(compiled.graph).toBeNull();
    expect(compiled.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([
      {
        code: 'BAD_CONFIG',
        severity: 'error',
        pointer: '/nodes/0/config/size',
        message: 'No \\u001b number.',
        hint: 'Give one.',
      },
      expect.objectContaining({ pointer: '/nodes/1/config/workflow/nodes/0/config/size' }),
    ]);
  });
});
