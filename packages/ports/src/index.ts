export type { Awaitable } from './awaitable.ts';
export { timerMsMax, type Clock } from './surroundings/clock.ts';
export type { Ids } from './surroundings/ids.ts';
export {
  isMailAddress,
  isMeant,
  mailPort,
  messageIdOf,
  type Mail,
  type MailAttachment,
  type MailSender,
  type SmtpAccount,
} from './surroundings/mail-sender.ts';
export type {
  LanguageModel,
  ModelProblem,
  ModelMessage,
  ModelPiece,
  NamedFiles,
  ModelReply,
  ModelRequest,
  ModelTool,
  ModelToolCall,
  NodeModel,
  NodeModelRequest,
  OriginalMessage,
  ReplyDetails,
  ServerAddress,
} from './models/model.ts';
export type { ModelSettings } from './models/model-settings.ts';
export type {
  Accepted,
  AskedQuestion,
  ConfigProblem,
  HostNeeds,
  NodeCall,
  NodeFunction,
  NodeHalves,
  StepDecision,
  StepOptions,
  NodeIo,
  NodeBehaviour,
  NodeType,
} from './nodes/node-type.ts';
export { decidedResult } from './nodes/decided-result.ts';
export { overIo } from './nodes/over-io.ts';
export { countedOrder, RecordedOrder, type OtherPath } from './nodes/recorded-order.ts';
export type {
  BegunThings,
  EngineLoad,
  ObservedCall,
  ObservedRun,
  Observer,
  Within,
} from './observing/observer.ts';
export type { Logger, LogFields } from './observing/logger.ts';
export type { OnStep, StepEnd } from './observing/on-step.ts';
export { tellProblem } from './observing/tell-problem.ts';
export type { FileAbout, FileStore } from './engine-store/file-store.ts';
export {
  fileNamed,
  fileValue,
  type FileValue,
  type NodeFiles,
  type OpenFile,
} from './engine-store/node-files.ts';
export { hasEnded } from './engine-store/has-ended.ts';
export { isLargerThan, leftAfter } from './large/is-larger-than.ts';
export { createSlices, type Slices } from './large/slices.ts';
export { ThreadPool, type ThreadPoolOptions } from './large/thread-pool.ts';
export { writeInPieces } from './large/write-in-pieces.ts';
export { loadOptional } from './problems/load-optional.ts';
export { networkTrouble } from './problems/network-trouble.ts';
export { isTimeout, unreachedWords } from './problems/unreached-words.ts';
export { EngineError } from './problems/engine-error.ts';
export { problems } from './problems/problems.ts';
export type { ProblemCode, ProblemDetails } from './problems/problems.ts';
export type {
  RecordedAnswer,
  RecordedCall,
  RecordedRun,
  RecordedToolUse,
  UnknownCalls,
} from './replays/recorded-run.ts';
export { markIds, matchMarked, unmarkIds } from './replays/marked-ids.ts';
export type {
  CheckAhead,
  CheckAheadOptions,
  CheckSchema,
  SchemaCheck,
} from './surroundings/schema.ts';
export type { Secret, SecretSource } from './surroundings/secret.ts';
export type { AskedAccess, ConnectionAccess, ConnectionSource } from './surroundings/connection.ts';
export type { AgentRecord, AgentStore } from './server-records/agent-store.ts';
export type { AuditEntry } from './engine-store/audit-entry.ts';
export type { AuditFilter, AuditStore } from './server-records/audit-store.ts';
export { userCounter } from './engine-store/budget-store.ts';
export type { BudgetStore, PaidCall, Spending, TreeSpending } from './engine-store/budget-store.ts';
export type { StoreCheck, StoreFinding } from './store-check.ts';
export type {
  DefinitionChange,
  DefinitionFilter,
  DefinitionRecord,
  DefinitionStore,
  NewestDefinition,
  SaveOptions,
} from './engine-store/definition-store.ts';
export type {
  ChangedDrawing,
  DrawnName,
  DrawnStore,
  DrawnWorkflow,
} from './engine-store/drawn-store.ts';
export { outboxKinds } from './engine-store/outbox-message.ts';
export type { Outbox, OutboxKind, OutboxMessage } from './engine-store/outbox-message.ts';
export { outboxStatuses } from './server-records/outbox-store.ts';
export type {
  OutboxFilter,
  OutboxRecord,
  OutboxStatus,
  OutboxStore,
} from './server-records/outbox-store.ts';
export type {
  RememberedFilter,
  RememberedPlace,
  RememberedRow,
  RememberedStore,
} from './engine-store/remembered-store.ts';
export type { InboxCommand, InboxStore } from './engine-store/inbox-store.ts';
export type { ApiKey, KeyFilter, KeyStore } from './server-records/key-store.ts';
export type { Claim, ClaimedRun, LeaseStore } from './engine-store/lease-store.ts';
export type {
  RunChanges,
  JoinedStart,
  RunCreation,
  RunFilter,
  RunOrigin,
  RunRecord,
  RunStatus,
  RunStore,
  Snapshot,
  StoredRun,
} from './engine-store/run-store.ts';
export type { SealedSecret, SecretStore } from './server-records/secret-store.ts';
export type {
  BegunSignIn,
  ConnectionStore,
  ConnectionTokens,
} from './server-records/connection-store.ts';
export type { SignalStore } from './engine-store/signal-store.ts';
export { processSlots } from './engine-store/process-slots.ts';
export {
  abandonedMs,
  passedMax,
  type GrantedSlot,
  type SlotAsk,
  type SlotName,
  type SlotNews,
  type SlotRecord,
  type SlotStore,
  type SupersededSlot,
} from './engine-store/slot-store.ts';
export type { StepRecord, StepStore } from './server-records/step-store.ts';
export type { ProjectionChange, TableStore, TableWorkflows } from './engine-store/table-store.ts';
export { unplannedTick, type TriggerRecord } from './engine-store/trigger-record.ts';
export type { EngineStore } from './engine-store/engine-store.ts';
export type { ServerRecords } from './server-records/server-records.ts';
export type {
  DeliveryStore,
  TickClaim,
  TriggerFilter,
  TriggerHistoryEntry,
  TriggerHistoryStore,
  TriggerStore,
} from './server-records/trigger-store.ts';
export type { MailboxRecord, MailboxStore } from './server-records/mailbox-store.ts';
export type { MarkStore } from './server-records/mark-store.ts';
export type {
  CaseRecord,
  DatasetRecord,
  DatasetStore,
  EvaluationRecord,
  EvaluationStore,
} from './server-records/dataset-store.ts';
export type { DestinationRecord, DestinationStore } from './server-records/destination-store.ts';
export type { McpServerRecord, McpServerStore } from './server-records/mcp-server-store.ts';
export type { RunSummaryRecord, RunSummaryStore } from './server-records/run-summary-store.ts';
export type { ViewRecord, ViewStore } from './server-records/view-store.ts';
export type {
  KeptEvent,
  KeptEventStore,
  WaitClosing,
  WaitFilter,
  WaitRecord,
  WaitStore,
} from './engine-store/wait-store.ts';
export type { Page } from './page.ts';
export type { Store } from './store.ts';
export type {
  MemoryCondition,
  MemoryEntry,
  MemoryPage,
  MemoryPaging,
  MemoryScope,
  MemoryTerm,
  MemoryWritten,
  NodeMemory,
} from './nodes/node-memory.ts';
export type { ResolvedConfig, Subagent } from './nodes/subagent.ts';
export { runHeader } from './tools/run-header.ts';
export type { CalledServer, ParsedArguments, Tool, ToolCall, ToolSource } from './tools/tool.ts';
export type { ToolConfirmations } from './tools/tool-confirmations.ts';
export { readTraceparent, toTraceparent, type TraceParent } from './observing/traceparent.ts';
export { withoutUndefined, type OrUndefined } from './without-undefined.ts';
