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
export type { SentEvent } from './events/send-event.ts';
export type { Events } from './events/events-api.ts';
export type { Outputs } from './outputs/outputs-api.ts';
export type { RunOutput } from './outputs/read-output.ts';
export type { RunUpdate } from './driver/run-update.ts';
export type { RunJson } from './runs/run-json.ts';
export type { WatchOptions } from './runs/run-updates.ts';
export type { Runs, Started, StartOptions } from './runs/runs-api.ts';
export type { ForkChange, Forked, ForkOptions } from './forks/fork-run.ts';
export type { MigratedRun, MigrationReport } from './forks/migrate-runs.ts';
export type { LeftRow } from './forks/replay-onto.ts';
export type { ReplayChange } from './replays/change-definition.ts';
export type { Divergence } from './replays/compare-runs.ts';
export type { ReplayOptions, ReplayReport } from './replays/replay-run.ts';
export { spentIn } from './budgets/spent-in.ts';
export { claimBundle } from './bundles/claim-bundle.ts';
export type { Imported, ImportOptions } from './bundles/import-runs.ts';
export type { BundledDefinition, BundledRun, RunBundle } from './bundles/run-bundle.ts';
export type { Limits } from './driver/turns.ts';
export type { WaitName } from './waits/find-wait.ts';
export type { Waits } from './waits/waits-api.ts';
export { callNode } from './hosting/call-node.ts';
export type { NodeOrder } from './hosting/call-node.ts';
export type { CallBudget, CallLink } from './hosting/detached-run.ts';
export type { BudgetMessage, BudgetTree, PayingCall } from './hosting/budget-message.ts';
export { createTurnHost } from './hosting/create-turn-host.ts';
export type { KeptRun } from './hosting/kept-run.ts';
export { callName } from './hosting/order.ts';
export type { Order } from './hosting/order.ts';
export type { BegunRun, RunHost } from './hosting/run-host.ts';
export { sendEmitted } from './hosting/send-emitted.ts';
export type { EmitOrder } from './hosting/send-emitted.ts';
export { takeTurn } from './hosting/take-turn.ts';
export type { Turn, TurnHost } from './hosting/take-turn.ts';
export type { Happened, TurnMessage } from './hosting/turn-message.ts';
export { resultOf } from './ownership/remote-commands.ts';
export type { RemoteCommand } from './ownership/remote-commands.ts';
export { listAll } from './runs/list-all.ts';
export { compileForTypes } from './workflows/compile-for-types.ts';
export type { WorkflowDescription } from './workflows/describe-workflow.ts';
export type { KeepOptions, SavedWorkflow } from './workflows/workflow-cache.ts';
export type { Converted } from './workflows/convert-definition.ts';
export type { Workflows } from './workflows/workflows-api.ts';
export { checkJournal } from './state/journal/check-journal.ts';
