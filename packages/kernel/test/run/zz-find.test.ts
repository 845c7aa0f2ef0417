import { writeFileSync } from 'node:fs';
import { compileGraph, createRun, transition } from '@skein/kernel';
import fc from 'fast-check';
import { it } from 'vitest';
import { arbitraryWorkflow } from './arbitrary-workflow.ts';
import { playToTheEnd } from './terminates.test.ts';
it('find', () => {
  fc.assert(fc.property(arbitraryWorkflow(), fc.nat(), (workflow, seed) => {
    const { graph } = compileGraph(workflow);
    if (graph === null) return;
    writeFileSync('/tmp/scratch/case.json', JSON.stringify({ workflow, seed }));
    playToTheEnd(graph, seed);
  }), { numRuns: Number(process.env.N ?? 200), seed: Number(process.env.SEED ?? 1) });
});
