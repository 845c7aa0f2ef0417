// What a program that writes workflows in TypeScript imports.
export { durationMs, type Duration } from './values/duration.ts';
export { event, type EventType } from './values/event.ts';
export type { Jsonify, NotJson } from './values/jsonify.ts';
export { toJson } from './values/to-json.ts';
export type { Workflow, WorkflowInput, WorkflowOutput } from './workflow.ts';
