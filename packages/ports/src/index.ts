export type { Awaitable } from './awaitable.ts';
export type { Clock } from './clock.ts';
export type { Ids } from './ids.ts';
export type {
  LanguageModel,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelTool,
  ModelToolCall,
  OriginalMessage,
} from './model.ts';
export type { ModelSettings } from './model-settings.ts';
export type {
  Accepted,
  AskedQuestion,
  ConfigProblem,
  NodeCall,
  NodeFunction,
  NodeHalves,
  StepDecision,
  StepOptions,
  NodeIo,
  NodeBehaviour,
  NodeType,
} from './node-type.ts';
export type { BegunThings, EngineLoad, ObservedCall, ObservedRun, Observer } from './observer.ts';
export { hasEnded } from './has-ended.ts';
export { loadOptional } from './load-optional.ts';
export { EngineError, problems } from './problems.ts';
export type { ProblemCode, ProblemDetails } from './problems.ts';
export type {
  RecordedAnswer,
  RecordedCall,
  RecordedRun,
  RecordedToolUse,
  UnknownCalls,
} from './recorded-run.ts';
export { markIds, matchMarked, unmarkIds } from './marked-ids.ts';
export type { CheckSchema, SchemaCheck } from './schema.ts';
export type { Secret, SecretSource } from './secret.ts';
export type { AgentRecord, AgentStore } from './store-agents.ts';
export type { AuditEntry, AuditFilter, AuditStore } from './store-audit.ts';
export type { BudgetStore, PaidCall, Spending } from './store-budgets.ts';
export type { StoreCheck, StoreFinding } from './store-check.ts';
export type {
  DefinitionChange,
  DefinitionFilter,
  DefinitionRecord,
  DefinitionStore,
  NewestDefinition,
  SaveOptions,
} from './store-definitions.ts';
export type { InboxCommand, InboxStore } from './store-inbox.ts';
export type { ApiKey, KeyFilter, KeyStore } from './store-keys.ts';
export type { Claim, ClaimedRun, LeaseStore } from './store-leases.ts';
export type {
  RunChanges,
  RunCreation,
  RunFilter,
  RunOrigin,
  RunRecord,
  RunStatus,
  RunStore,
  Snapshot,
  StoredRun,
} from './store-runs.ts';
export type { SealedSecret, SecretStore } from './store-secrets.ts';
export type { SignalStore } from './store-signals.ts';
export type { StepRecord, StepStore } from './store-steps.ts';
export type { ProjectionChange, TableStore } from './store-tables.ts';
export type {
  DeliveryStore,
  TickClaim,
  TriggerFilter,
  TriggerHistoryEntry,
  TriggerHistoryStore,
  TriggerRecord,
  TriggerStore,
} from './store-triggers.ts';
export type { ViewRecord, ViewStore } from './store-views.ts';
export type {
  KeptEvent,
  KeptEventStore,
  WaitClosing,
  WaitFilter,
  WaitRecord,
  WaitStore,
} from './store-waits.ts';
export type { Page, Store } from './store.ts';
export type { ResolvedConfig, Subagent } from './subagent.ts';
export type { ParsedArguments, Tool, ToolCall, ToolSource } from './tool.ts';
export type { ToolConfirmations } from './tool-confirmations.ts';
export { readTraceparent, toTraceparent, type TraceParent } from './traceparent.ts';
