// Goal: whoever shares a thread can compile a large definition without keeping the others. Method: the nodes that are read in each part are
// counted, because time would depend on the machine.
import { expect, it } from 'vitest';
import { compileGraphInParts } from '../../src/graph/compile-graph.ts';
import { nativeKinds } from '../../src/graph/native-kinds.ts';
import type { Workflow } from '../../src/definition.ts';

const size = 2000;

const chain: Workflow = {
  skein: 1,
  nodes: Array.from({ length: size }, (_, i) => ({
    id: `n${i}`,
    type: 'counted',
    config: { value: `\${n${i - 1}.output}` },
  })),
  edges: Array.from({ length: size - 1 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` })),
};

it('[K1100] no part of compiling reads more than 50 nodes', () => {
  let read = 0;
  const implied = () => {
    read += 1;
    return {};
  };
  const counted = { type: 'counted', mode: 'execute', ports: 'any', implied } as const;
  const work = compileGraphInParts(chain, {
    kinds: new Map([...nativeKinds, ['counted', counted]]),
  });
  let parts = 0;
  let most = 0;
  for (let before = 0; work.next().done !== true; before = read) {
    parts += 1;
    most = Math.max(most, read - before);
  }
  expect(read).toBe(size);
  expect(most).toBe(50);
  // Nodes, edges and what connects them.
  expect(parts).toBeGreaterThan((3 * size) / 50);
});
