// What a program that writes workflows in TypeScript imports.
export { workflow, type WorkflowOptions } from './functions/workflow.ts';
export type {
  Asking,
  Decision,
  MapOptions,
  ModelOptions,
  WorkflowIo,
} from './functions/workflow-io.ts';
export type { StepContext, StepPolicy } from './functions/run-step.ts';
export type { Retry } from './functions/retry.ts';
export { FatalError, StepError, TimeoutError } from './functions/errors.ts';
export { durationMs, type Duration } from './values/duration.ts';
export { event, type EventType } from './values/event.ts';
export type { Jsonify, NotJson } from './values/jsonify.ts';
export { toJson } from './values/to-json.ts';
export type { Workflow, WorkflowInput, WorkflowOutput } from './workflow.ts';
