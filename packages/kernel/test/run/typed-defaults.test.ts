import { expect, it } from 'vitest';
import { runId, versionId, workflowId } from '../../src/index.ts';
import { compute } from './acts.ts';
import { play } from './play.ts';

const outputUnder = (rules: number) =>
  play({ nodes: [compute('a', { n: '${trigger.n|0}', is: '${trigger.is|false}' })] }).send({
    type: 'run.started',
    run: runId('run-1'),
    workflow: { id: workflowId('w'), version: versionId('v') },
    rules,
    input: {},
  }).state;

it('[K382] a journal keeps the rules that it was written under', () => {
  expect(JSON.stringify(outputUnder(3).nodes.get(0)?.outputs)).toContain('{"n":"0","is":"false"}');
  expect(JSON.stringify(outputUnder(4).nodes.get(0)?.outputs)).toContain('{"n":0,"is":false}');
});
