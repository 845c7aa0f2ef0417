// The public names of the server.
export { createServer, type ServerOptions, type SkeinServer } from './create-server.ts';
export type { Listening, ListenOptions } from './http/listen.ts';
export { nodeListener, type NodeListener, type NodeRequest } from './http/node-listener.ts';
export type { ServerLimits } from './http/server-limits.ts';
export type { LargeWorkOptions } from './large/large-work.ts';
export type {
  CheckAnswer,
  CheckJob,
  ConvertAnswer,
  ConvertJob,
  ImportAnswer,
  ImportJob,
  LargeJob,
  ReadAnswer,
  ReadJob,
} from './large/large-jobs.ts';
export type { Catalogue, Template } from './host/catalogue.ts';
export { assistantAgent, assistantType } from './host/assistant.ts';
export type { HostEvaluations } from './host/evaluations.ts';
export type { HostThread, HostThreads } from './host/threads.ts';
export type { McpServerInfo, McpServers, UserMcpServers } from './host/mcp-servers.ts';
export { sealer, type Sealer } from './features/secrets/sealer.ts';
export { storedSecrets } from './features/secrets/stored-secrets.ts';
export { storedSettings } from './features/secrets/stored-settings.ts';
export { storedServers } from './features/secrets/stored-servers.ts';
export { createConnections, type Connections } from './features/connections/connections.ts';
export type { Reach } from './features/connections/mcp/server-fetch.ts';
export {
  settingsFault,
  type ConfiguredConnections,
  type ConnectionSettings,
} from './features/connections/connection-settings.ts';
export { readStoredModels } from './features/secrets/model-settings.ts';
export type { HostProviders } from './host/providers.ts';
export { revokeKey, type RevokingStore } from './identity/revoke-key.ts';
export { makeKey, type NewKey } from './identity/make-key.ts';
export { isScope } from './identity/is-scope.ts';
export { isSession } from './identity/sessions.ts';
export { ownerOf, userOf, type Identity } from './identity/identity.ts';
export { runTokens, type RunTokens } from './identity/run-tokens.ts';
export type { FindUser, HostUser } from './identity/host-users.ts';
export type { ReadToken } from './identity/authenticate.ts';
export { oidcTokens, type OidcOptions } from './identity/oidc-tokens.ts';
export type { AnsweredRequest } from './http/answered-request.ts';
export type { Rate } from './http/buckets.ts';
export { problemResponse, type ProblemOptions } from './http/problem-response.ts';
export { taskFollowers } from './features/doors/a2a/task-followers.ts';
export { taskPushes } from './features/doors/a2a/task-pushes.ts';
export { doorsInWords } from './features/doors/published/doors-in-words.ts';
export { mcpHttp } from './features/mcp/mcp-http.ts';
export { buildingTools } from './features/building/building-tools.ts';
export { buildingStdio, mcpStdio } from './features/mcp/mcp-stdio.ts';
export type {
  BuildingDocument,
  BuildingExample,
  BuildingHost,
  Trial,
  TriedRun,
} from './features/building/building-host.ts';
export type {
  McpHttp,
  McpHttpOptions,
  McpStdio,
  McpStdioOptions,
} from './features/mcp/mcp-options.ts';
export { toolNames } from './features/mcp/tools/tool-names.ts';
export {
  createPipelines,
  type Pipelines,
  type PipelinesOptions,
} from './features/pipelines/create-pipelines.ts';
export type { AgentSteps, Checkers, LlmSteps } from './features/pipelines/create-pipelines.ts';
export type {
  DeliveryManager,
  OpenWait,
  TriggerOutcome,
  WaitManager,
} from './features/pipelines/delivery-manager.ts';
export type { PipelineWorkflows } from './features/pipelines/workflow-facade.ts';
export type { TriggerManager } from './features/pipelines/trigger-manager.ts';
export type {
  CustomAgent,
  CustomLlm,
  DescribedType,
  StepInstanceModel,
  StepModel,
  StepOutputData,
  StepQuestion,
  StepType,
  StopWorkflowChecker,
  StopWorkflowCondition,
  TriggerModel,
  WorkflowInstanceModel,
  WorkflowModel,
  WorkflowWithDetails,
} from './features/pipelines/pipeline-records.ts';
export { answerLinks, type AnswerLinks } from './features/links/answer-links.ts';
export { sendSmtp } from './features/outbox/send-smtp.ts';
export { outboxDelivery } from './features/outbox/outbox-delivery.ts';
export type {
  OutboxOptions,
  SmtpDestination,
  WebhookDestination,
  WebhookFormat,
} from './features/outbox/destinations.ts';
export { hears, Undeliverable } from './features/outbox/destinations.ts';
export {
  storedDestinations,
  type StoredDestinations,
} from './features/outbox/stored-destinations.ts';
export { watchOutbox } from './features/outbox/watch-outbox.ts';
/** For hosts without a server: what fires the triggers of a store. */
export { fireEvent } from './features/triggers/fire-event.ts';
export { scheduler, type Scheduler } from './features/triggers/scheduler.ts';
export { setSchedule } from './features/workflows/set-schedule.ts';
export type { CatchUp } from './features/triggers/next-fire.ts';
/** For commands: a copy of a workflow in a store. */
export { copyWorkflow } from './features/workflows/copy-workflow.ts';
export { hostCaller } from './features/workflows/host-caller.ts';
export type { MailSource, NamedMailSource } from './features/triggers/mail/mail-source.ts';
export { checkMailbox } from './features/triggers/mail/watch-mailboxes.ts';
export { firstLine } from './features/summaries/first-line.ts';
export type { Summarise } from './features/summaries/summaries.ts';
/** For commands: a part of a workflow, tried by itself. */
export { partToTry } from './features/runs/trials/part-to-try.ts';
export { trialId } from './features/runs/trials/trial-runs.ts';
export { storedRun } from './features/runs/stored-run.ts';
