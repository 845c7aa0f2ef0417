export { buildWorkflow, inline, task } from './engine/build-workflow.ts';
export type { EdgeText, WorkflowParts } from './engine/build-workflow.ts';
export { deferred } from './engine/deferred.ts';
export type { Deferred } from './engine/deferred.ts';
export { describeEngine } from './engine/describe-engine.ts';
export type { Harness, HarnessOptions, MakeHarness } from './engine/describe-engine.ts';
export { simulateWorkflow } from './engine/simulate-workflow.ts';
export { simulatedTask, simulatedWorkflows } from './engine/simulated-workflows.ts';
export { storeContract } from './engine/store-contract.ts';
