import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import { simulate, type SimulationOptions, type SimulationReport } from '@skein/simulation';
import type { Workflow } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { simulatedTask } from './simulated-workflows.ts';

const taskType: NodeType = {
  kind: { type: 'task', mode: 'execute', ports: 'any' },
  description: 'Two recorded steps, and a question where its id begins with ask.',
  run: simulatedTask,
};

const nodeTypes: ReadonlyMap<string, NodeType> = new Map([
  ...nativeNodeTypes({ functions: new Map() }),
  ['task', taskType],
]);

export function simulateWorkflow(
  workflow: Workflow,
  seed: number,
  more: Partial<SimulationOptions> = {},
): Promise<SimulationReport> {
  return simulate({
    seed,
    workflow,
    input: { order: seed },
    nodeTypes,
    checkSchema: checkJsonSchema,
    store: memoryStore,
    // Every other seed: waiting runs are only in the store, and are loaded for each answer.
    ...(seed % 2 === 0 ? { durable: { residentMax: 0 } } : {}),
    command: (failed) => `npm run sim -- --workflow ${workflow.id ?? ''} --seed ${failed}`,
    ...more,
  });
}
