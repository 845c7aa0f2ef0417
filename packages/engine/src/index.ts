export { createEngine, createInspectedEngine } from './engine.ts';
export type { Engine, EngineInspection } from './engine.ts';
export type {
  Compile,
  CompiledWorkflow,
  Complete,
  DurableOptions,
  EngineOptions,
  SharingOptions,
} from './engine-options.ts';
export type { SentEvent } from './features/events/send-event.ts';
export type { Events } from './features/events/events-api.ts';
export type { Outputs } from './features/outputs/outputs-api.ts';
export type { RunOutput } from './features/outputs/read-output.ts';
export type { RunUpdate } from './core/run/run-update.ts';
export type { RunJson } from './features/runs/run-json.ts';
export type { WatchOptions } from './features/runs/run-updates.ts';
export type { Runs, Started, StartOptions } from './features/runs/runs-api.ts';
export type { ForkChange, Forked, ForkOptions } from './features/forks/fork-run.ts';
export type { MigratedRun, MigrationReport } from './features/forks/migrate-runs.ts';
export type { LeftRow } from './features/forks/replay-onto.ts';
export type { ReplayChange } from './features/replays/change-definition.ts';
export type { Divergence } from './features/replays/compare-runs.ts';
export type { ReplayOptions, ReplayReport } from './features/replays/replay-run.ts';
export { spentIn } from './core/budgets/spent-in.ts';
export { claimBundle } from './features/bundles/claim-bundle.ts';
export type { Imported, ImportOptions } from './features/bundles/import-runs.ts';
export type { BundledDefinition, BundledRun, RunBundle } from './features/bundles/run-bundle.ts';
export type { Limits } from './core/run/call-slots.ts';
export type { WaitName } from './features/waits/find-wait.ts';
export type { Waits } from './features/waits/waits-api.ts';
export { callNode } from './hosts/calls/call-node.ts';
export type { NodeOrder } from './hosts/calls/call-node.ts';
export type { CallBudget, CallLink } from './hosts/calls/detached-run.ts';
export type { BudgetMessage, BudgetTree, PayingCall } from './hosts/messages/budget-message.ts';
export { createMessageHost } from './hosts/create-message-host.ts';
export type { KeptRun } from './hosts/messages/kept-run.ts';
export { callName } from './hosts/messages/order.ts';
export type { Order } from './hosts/messages/order.ts';
export type { BegunRun, RunHost } from './cluster/run-host.ts';
export { sendEmitted } from './hosts/calls/send-emitted.ts';
export type { EmitOrder } from './hosts/calls/send-emitted.ts';
export { handleMessage } from './hosts/handle-message.ts';
export type { HandledMessage, MessageHost } from './hosts/handle-message.ts';
export type { Happened, RunMessage } from './hosts/messages/run-message.ts';
export { resultOf } from './cluster/commands/remote-commands.ts';
export type { RemoteCommand } from './cluster/commands/remote-commands.ts';
export { listAll } from './state/records/list-all.ts';
export { compileForTypes } from './state/definitions/compile-for-types.ts';
export type { WorkflowDescription } from './features/workflows/describe-workflow.ts';
export type { KeepOptions, SavedWorkflow } from './state/definitions/workflow-cache.ts';
export type { Converted } from './features/workflows/convert-definition.ts';
export type { Workflows } from './features/workflows/workflows-api.ts';
export { checkJournal } from './state/journal/check-journal.ts';
