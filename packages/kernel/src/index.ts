// The kernel's public names.
export {
  canonicalJson,
  equalJson,
  isObject,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
} from './json.ts';
export { listAt, nonEmptyTextAt, objectAt, textAt } from './json-keys.ts';
export { findDifferences, type JsonDifference } from './json-difference.ts';
export {
  pointer,
  type Diagnostic,
  type EffectClass,
  type JoinKind,
  type Policy,
  type RetryPolicy,
  type Schedule,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from './definition.ts';
export type { Failure } from './failure.ts';
export type {
  ActivationName,
  AttemptFailed,
  BudgetRaised,
  BudgetReached,
  ChildFinished,
  ChildResumed,
  ChildWait,
  ChildWaiting,
  ContextChange,
  EventBase,
  Message,
  NodeCompleted,
  NodeFailed,
  NodeResult,
  NodeRetried,
  NodeWaiting,
  RunCancelled,
  RunContinued,
  RunEvent,
  RunStarted,
  StepRecorded,
  TimerFired,
  Usage,
  WaitAnswered,
  WaitExpired,
  WaitQuestion,
} from './events.ts';
export type {
  CancelEffect,
  ChildEffect,
  ContinueEffect,
  Effect,
  EmitEffect,
  ExecuteEffect,
  FinishedStatus,
  FinishEffect,
  TimerEffect,
  WaitEffect,
} from './effects.ts';
export { compileGraph } from './graph/compile-graph.ts';
export { createDigraph, type Digraph } from './graph/digraph.ts';
export { findStrongComponents } from './graph/strong-components.ts';
export {
  isNativeType,
  modelRetry,
  nativeKinds,
  nativeTypes,
  type HostedNativeType,
  type NativeType,
} from './graph/native-kinds.ts';
export type { Graph, GraphEdge, GraphNode, GraphPolicy, Loop } from './graph/graph.ts';
export type { NodeKind, NodeMode } from './graph/node-kind.ts';
export { parseTemplate } from './references/parse-template.ts';
export { buildTemplate } from './references/build-template.ts';
export { escapeTemplate } from './references/escape-template.ts';
export { formatReference } from './references/format-reference.ts';
export { formatText } from './references/format-text.ts';
export { parseText } from './references/parse-text.ts';
export { referencesOf } from './references/references-of.ts';
export { resolveReference, resolveTemplate } from './references/resolve-template.ts';
export { textOf } from './references/text-of.ts';
export { toMarkdown } from './references/to-markdown.ts';
export { toSummary } from './references/to-summary.ts';
export { toIsoTime } from './references/civil-date.ts';
export type { Reference, Scope, Template, TextForm } from './references/template.ts';
export { parseCondition } from './conditions/parse-condition.ts';
export { evaluateCondition } from './conditions/evaluate-condition.ts';
export type { Condition, Tried } from './conditions/condition.ts';
export {
  conditionOperators,
  isConditionOperator,
  isUnary,
  type ConditionOperator,
} from './conditions/condition-operators.ts';
export { transition, type Transition } from './run/transition.ts';
export { isHandedOff } from './run/limits.ts';
export {
  createRun,
  isOver,
  RULES,
  type Activation,
  type Cause,
  type Context,
  type NodeState,
  type Output,
  type RunError,
  type RunState,
  type RunStatus,
  type Timer,
  type Wait,
} from './run/state.ts';
export type { Derived } from './run/derived.ts';
export { outputIdText } from './run/make-id.ts';
export { resolveCalledConfig, type CalledConfig } from './run/resolve-called-config.ts';
export { contextValue } from './run/scope.ts';
export type { NodeStatus } from './run/node-status.ts';
export { messageCount, messagesOf } from './run/contexts.ts';
export { dumpState } from './run/dump-state.ts';
export { allAtHand, loadState } from './run/load-state.ts';
export { closestName } from './closest-name.ts';
export { MAP_ITEMS_MAX } from './run/children.ts';
export { sizeOfJson } from './json-weight.ts';
export {
  LARGE_FROM,
  putLargePart,
  takeLargeParts,
  type LargePart,
  type PartPath,
} from './large-parts.ts';
export { eventFits } from './run/event-fits.ts';
export { replay } from './run/replay.ts';
export { runView } from './run/run-view.ts';
export { explain, type ExplainedEdge, type Explanation } from './explain/explain.ts';
export type { ExplainedActivation } from './explain/evidence.ts';
