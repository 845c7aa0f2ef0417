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
export { LateMap } from './values/late-map.ts';
export { LateSet } from './values/late-set.ts';
export {
  outputId,
  runId,
  versionId,
  waitId,
  workflowId,
  type NodeId,
  type OutputId,
  type PlainOr,
  type RunId,
  type VersionId,
  type WaitId,
  type WorkflowId,
} from './ids.ts';
export { listAt, nonEmptyTextAt, objectAt, textAt } from './json-keys.ts';
export { findDifferences, type JsonDifference } from './values/json-difference.ts';
export {
  pointer,
  type Diagnostic,
  type EachError,
  type EachSettings,
  type EffectClass,
  type JoinKind,
  type Policy,
  type RetryJitter,
  type RetryPolicy,
  type RetryRule,
  type RetryTimes,
  type RunLimits,
  type TreeLimit,
  type Schedule,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from './definition.ts';
export { isHandedOff } from './run/limits/reach-limit.ts';
export { readNames } from './run/waits/read-names.ts';
export { noticesMax, readNotice } from './run/waits/read-notice.ts';
export type { Activation, NodeState, Output } from './state/living.ts';
export type { Derived, Cause, FailedItem, RunStatus, StateChange } from './derived.ts';
export { childInput } from './run/activations/child-runs.ts';
export { callConfig, eachCall } from './run/activations/each-call.ts';
export { stateAfter } from './run/activations/state-after.ts';
export { responseView, type ResponseView } from './view/response-view.ts';
export { stateView } from './view/state-view.ts';
export type { Failure, ItemError, RunError, RunWarning } from './failure.ts';
export { collectItems, failureOfItem, type EndedItem } from './data/item-results.ts';
export type {
  ExplainedActivation,
  ExplainedEdge,
  Explanation,
  PortName,
  ReadState,
} from './explain/evidence.ts';
export type {
  ActivationName,
  Answerer,
  AttemptFailed,
  BudgetRaised,
  TreeOutgrown,
  BudgetReached,
  ChildFinished,
  ChildResumed,
  ChildWait,
  ComputedCeilings,
  ChildWaiting,
  ContextChange,
  CallEvent,
  EmittedEvent,
  EventBase,
  Message,
  NodeCompleted,
  NodeFailed,
  NodeResult,
  NodeRetried,
  QuietPeriod,
  RunJoined,
  SlotGranted,
  SlotRefused,
  SlotSuperseded,
  NodeWaiting,
  RunCancelled,
  RunContinued,
  RunEvent,
  RunMoved,
  RunResumed,
  RunStarted,
  StepRecorded,
  TimerFired,
  Usage,
  WaitAnswered,
  WaitExpired,
  WaitNotice,
  WaitQuestion,
} from './events.ts';
export type {
  CancelEffect,
  ChildEffect,
  ContinueEffect,
  Effect,
  EachCall,
  EachElement,
  EmitEffect,
  ExecuteEffect,
  FinishedStatus,
  FinishEffect,
  SlotEffect,
  SlotRequest,
  SlotWant,
  TimerEffect,
  WaitEffect,
} from './effects.ts';
export { compileGraph, compileGraphInParts } from './graph/compile-graph.ts';
export { createDigraph, type Digraph } from './graph/digraph/digraph.ts';
export { findStrongComponents } from './graph/digraph/strong-components.ts';
export {
  agentKind,
  isNativeType,
  modelRetry,
  nativeKinds,
  nativeTypes,
  type HostedNativeType,
  type NativeType,
} from './graph/native-kinds.ts';
export { codeKind, codeType, withCodeKinds } from './graph/code-kinds.ts';
export { triggerStarts, type TriggerStart } from './graph/compile/trigger-starts.ts';
export type { Graph, GraphEdge, GraphNode, GraphPolicy, Loop } from './graph/graph.ts';
export type { NodeKind, NodeMode } from './graph/node-kind.ts';
export { parseReference } from './references/parse-reference.ts';
export { parseTemplate } from './templates/parse-template.ts';
export { buildTemplate } from './references/build-template.ts';
export { escapeTemplate } from './references/escape-template.ts';
export { formatReference } from './references/format-reference.ts';
export { formatText } from './references/format-text.ts';
export { parseText } from './templates/parse-text.ts';
export { emptyScope } from './references/empty-scope.ts';
export { referencesOf } from './references/references-of.ts';
export { isExpression, withoutExpressions } from './references/template.ts';
export { unresolvedNames } from './references/unresolved.ts';
export { ConditionFailure } from './conditions/condition-failure.ts';
export { parseWholeExpression, readExpression } from './expressions/read-expression.ts';
export { operatorPowers } from './expressions/parse-expression.ts';
export { nameOf as expressionName } from './expressions/name-of.ts';
export { isPlainKey, writeStep } from './expressions/write-step.ts';
export { templateToExpression } from './templates/template-to-expression.ts';
export { STEP_NAMES } from './data/step-names.ts';
export { describeSteps, type DescribedStep } from './data/step-table.ts';
export type { StepSetting, StepSettingKind } from './data/step-entry.ts';
export { ROW_NAMES } from './data/step-reader.ts';
export { previewSteps, type StepsPreview } from './data/preview-steps.ts';
export { stepToExpression } from './data/step-to-expression.ts';
export { whereToExpression } from './data/where-to-expression.ts';
export { describeFunctions, type DescribedFunction } from './expressions/function-table.ts';
export { resolveReference, resolveTemplate } from './references/resolve-template.ts';
export { textOf } from './references/text-of.ts';
export { toMarkdown } from './references/to-markdown.ts';
export { toSummary } from './references/to-summary.ts';
export { toIsoTime } from './references/civil-date.ts';
export type {
  Evaluated,
  Expression,
  Reference,
  Scope,
  Template,
  TextForm,
  TextPart,
} from './references/template.ts';
export { parseCondition } from './conditions/parse-condition.ts';
export { evaluateCondition } from './conditions/evaluate-condition.ts';
export type { Condition, Tried } from './conditions/condition.ts';
export {
  conditionOperators,
  isConditionOperator,
  isUnary,
  type ConditionOperator,
} from './conditions/condition-operators.ts';
export { compilePattern, type Pattern } from './patterns/compile-pattern.ts';
export { matchPattern } from './patterns/match-pattern.ts';
export { transition, type Transition } from './run/transition.ts';
export {
  createRun,
  isOver,
  RULES,
  type Context,
  type RunResponse,
  type RunState,
  type Timer,
  type Wait,
} from './state/run-state.ts';
export { waitingChildren, waitsBelow } from './state/children.ts';
export { outputIdText } from './state/output-id.ts';
export { resolveCalledConfig, type CalledConfig } from './scope/resolve-called-config.ts';
export { referencedValues, type ReferencedValue } from './scope/referenced-values.ts';
export { contextValue } from './scope/scope.ts';
export type { NodeStatus } from './state/node-status.ts';
export { messageCount, messagesOf } from './state/contexts.ts';
export { dumpState } from './snapshots/dump-state.ts';
export { allAtHand, loadState } from './snapshots/load-state.ts';
export { closestName } from './values/closest-name.ts';
export { doAtOnce, partLength, type LongWork } from './values/long-work.ts';
export { MAP_ITEMS_MAX } from './run/activations/child-runs.ts';
export { sizeOfJson } from './values/json-weight.ts';
export {
  LARGE_FROM,
  putLargePart,
  takeLargeParts,
  type LargePart,
  type PartPath,
} from './values/large-parts.ts';
export { eventFits } from './scope/event-fits.ts';
export { inputOf } from './run/input-of.ts';
export { quietPeriod } from './run/quiet-period.ts';
export { rebuildState } from './run/rebuild-state.ts';
export { carriesState } from './run/carries-state.ts';
export { graphsInForce, versionsLeft, type EarlierGraphs } from './run/graphs-in-force.ts';
export { standingRows } from './run/standing-rows.ts';
export { moveState, type MoveObstacle } from './moves/move-state.ts';
export { restartActivations } from './moves/restart-activations.ts';
export { runView } from './view/run-view.ts';
export { askedSlots, quietView, wantInWords, type AskedSlots } from './view/slots-view.ts';
export {
  answererText,
  anyAnswerer,
  isLinked,
  mayAnswer,
  namesOf,
  answererName,
  type Person,
} from './view/who-may-answer.ts';
export { warningsOf } from './state/warnings.ts';
export { explain } from './explain/explain.ts';
export {
  attemptsLeft,
  backoffOf,
  retryOf,
  type FilledRetry,
  type RetryCounts,
  type RetryDecision,
} from './retries.ts';
