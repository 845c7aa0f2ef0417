import { readFileSync } from 'node:fs';
import { compileGraph } from '@skein/kernel';
import { it, vi } from 'vitest';
import * as kernel from '@skein/kernel';
import { playToTheEnd } from './terminates.test.ts';
it('trace', () => {
  const { workflow, seed } = JSON.parse(readFileSync('/tmp/scratch/case.json', 'utf8'));
  const { graph } = compileGraph(workflow);
  (globalThis as any).TRACE = (event: any, result: any) => {
    const { seq, id, at, type, ...rest } = event;
    console.log(seq, at, type, JSON.stringify(rest).slice(0, 150), '\n    ', result.effects.map((e: any) => JSON.stringify(e).slice(0, 160)).join('\n     '));
  };
  playToTheEnd(graph!, Number(process.env.PSEED ?? seed));
});
