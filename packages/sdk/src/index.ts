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
export type { Retry } from './values/retry.ts';
export { FatalError, StepError, TimeoutError } from './functions/errors.ts';
export { durationMs, type Duration } from './values/duration.ts';
export { event, type EventType } from './values/event.ts';
export type { Jsonify, NotJson } from './values/jsonify.ts';
export { toJson } from './values/to-json.ts';
export { saved, type SavedId, type SavedInput, type SavedOutput } from './saved.ts';
export type { Workflow, WorkflowInput, WorkflowOutput } from './workflow.ts';
export { agent, type Agent, type AgentOptions, type AgentOutput } from './agent.ts';
export type { History } from './agents/agent-source.ts';
export { tool, type Tool, type ToolContext, type ToolOptions } from './agents/tool.ts';
export { madeTools } from './agents/to-port-tool.ts';
export type { AgentTools, AnyTool, ToolInput, ToolOutput } from './agents/tool.ts';
export { openThread, type Thread, type ThreadOptions } from './threads/thread.ts';
export type { ToolDecision } from './threads/thread.ts';
export type { ThreadMessage } from './threads/thread-message.ts';
export { storedTurn, storedTurnType, type StoredAgent } from './threads/stored-agent.ts';
export type { SentFile } from './threads/said-content.ts';
export type { ThreadHost } from './threads/thread-host.ts';
export { listThreads } from './threads/list-threads.ts';
export type { UiMessage, UiPart } from './threads/ui-messages.ts';
export type { Reply } from './threads/reply.ts';
export type { ApprovalRequest, FinishReason, ThreadPart } from './threads/thread-part.ts';
export type { UiChunk } from './threads/ui-response.ts';
export { runTurn, type ThreadInput } from './threads/thread-workflow.ts';
export type { AskedAgent } from './agents/plan-agent.ts';
export { graph, type GraphOptions } from './graph/graph.ts';
export type { GraphVerbs } from './graph/graph-verbs.ts';
export type { GraphNode, OutputNode } from './graph/node.ts';
export type { NodeOptions } from './graph/node-options.ts';
export type { Approval } from './values/approval.ts';
export type { Settled } from './values/settled.ts';
export type { BranchValue, NotAValue, Stopped } from './graph/verb-types.ts';
export type { MayBeMissing } from './refs/may-be-missing.ts';
export {
  and,
  contains,
  empty,
  endsWith,
  eq,
  exists,
  gt,
  gte,
  lt,
  lte,
  ne,
  not,
  oneOf,
  or,
  startsWith,
  truthy,
  type Condition,
} from './refs/condition.ts';
export type { Ref, RefTo, Template, Unref } from './refs/ref.ts';
export { json, orElse, text } from './refs/text.ts';
