// Node types of the dialects: the two halves of each, declared and done, belong together.
import { dialectBehaviours } from '@skein/agents';
import { allKinds, dialectNames, findDialect } from '@skein/dialects';
import { nativeKinds } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { composeWorkflows } from '../../src/parts/compose-workflows.ts';

const declared = dialectNames().flatMap((name) =>
  (findDialect(name)?.kinds ?? []).map((kind) => ({ name, kind })),
);

describe('node types of the dialects', () => {
  it('[C27] every declared kind has a behaviour, and every behaviour a kind', () => {
    const kinds = declared.map(({ kind }) => kind.type);
    expect([...dialectBehaviours.keys()].toSorted()).toEqual(kinds.toSorted());
  });

  it('[C27] what executes has a function', () => {
    const lame = declared.filter(
      ({ kind }) => kind.mode === 'execute' && dialectBehaviours.get(kind.type)?.run === undefined,
    );
    expect(lame).toEqual([]);
  });

  it('[C27] their names begin with that of their dialect, and none hides a native one', () => {
    const misnamed = declared.filter(
      ({ name, kind }) => !kind.type.startsWith(`${name}.`) || nativeKinds.has(kind.type),
    );
    expect(misnamed).toEqual([]);
  });

  it('[C27] every definition may use them', () => {
    const { nodeTypes } = composeWorkflows();
    for (const { kind } of declared) {
      expect(nodeTypes.get(kind.type)?.kind).toBe(kind);
      expect(allKinds.get(kind.type)).toBe(kind);
    }
  });
});
