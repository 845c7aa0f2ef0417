import { checkJsonSchema, nativeNodeTypes, registeredTools } from '@skein/agents';
import {
  Flights,
  progressOf,
  sameAfterCrash,
  simulate,
  type SimulationOptions,
  type SimulationReport,
} from '@skein/simulation';
import { isObject, ownValue, type Workflow } from '@skein/kernel';
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

/** What is done in threads, and so takes real time. */
const codeTypes = new Map([...nodeTypes].filter(([type]) => type === 'code'));

/** They answer with what they were asked, so that whoever asked can tell. */
const tools = registeredTools({
  price: { description: 'Says a price.', run: (args) => `price of ${argument(args, 'lot')}` },
  refund: {
    description: 'Pays it back.',
    run: (args) => `refund of ${argument(args, 'lot')} at ${argument(args, 'at')}`,
  },
});

function argument(args: unknown, name: string): string {
  return isObject(args) ? JSON.stringify(ownValue(args, name)) : '';
}

export function simulateWorkflow(
  workflow: Workflow,
  seed: number,
  more: Partial<SimulationOptions> = {},
): Promise<SimulationReport> {
  const flights = new Flights();
  return simulate({
    seed,
    workflow,
    input: { order: seed },
    nodeTypes: new Map([...nodeTypes, ...sameAfterCrash(codeTypes, flights)]),
    tools,
    progress: progressOf(flights),
    checkSchema: checkJsonSchema,
    store: memoryStore,
    // Every other seed: waiting runs are only in the store, and are loaded for each answer.
    ...(seed % 2 === 0 ? { durable: { residentMax: 0 } } : {}),
    command: (failed) => `npm run sim -- --workflow ${workflow.id ?? ''} --seed ${failed}`,
    ...more,
  });
}
