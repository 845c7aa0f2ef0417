export type { Cassette, CassetteCall, CassetteFile, CassetteRun } from './cassettes/cassette.ts';
export type { CodeCeilings } from './code/code-limits.ts';
export { cassetteDeck, type CassetteDeck } from './cassettes/cassette-deck.ts';
export { cassetteFetch } from './cassettes/cassette-fetch.ts';
export { cassetteModels } from './cassettes/cassette-models.ts';
export { cassetteSchema } from './cassettes/cassette-schema.ts';
export { cassetteTools } from './cassettes/cassette-tools.ts';
export { joinCassettes } from './cassettes/join-cassettes.ts';
export { makeCassette, withoutSecrets, type CassetteOptions } from './cassettes/make-cassette.ts';
export { parseCassette, type ParsedCassette } from './cassettes/parse-cassette.ts';
export { dialectBehaviours } from './dialects/dialect-behaviours.ts';
export {
  dataflowNodeType,
  type DataflowFunction,
  type DataflowNode,
} from './dialects/dataflow/dataflow-function.ts';
export type { DataflowIo } from './dialects/dataflow/dataflow-io.ts';
export type { DataflowResult } from './dialects/dataflow/dataflow-result.ts';
export type { DataflowContext } from './dialects/dataflow/execution-context.ts';
export { failureCodes, failureIn, type FailureError } from './failure-error.ts';
export { builtinFunctions } from './functions/builtin-functions.ts';
export { port, type FiredPort } from './functions/port.ts';
export {
  describeFunction,
  registeredFunction,
  type FunctionResult,
  type RegisteredFunction,
} from './functions/registered-function.ts';
export {
  isSubagentTool,
  type AgentPlan,
  type AgentTool,
  type ApproveRule,
  type SubagentTool,
} from './loop/agent-plan.ts';
export { readApproval } from './answers/read-approval.ts';
export { acceptToolApproval } from './loop/approve-tool-call.ts';
export { callModel, type ModelQuestion } from './loop/call-model.ts';
export type {
  Inside,
  RecordedModel,
  RecordedStep,
  RecordedSubagentEnd,
  RecordedSubagentStart,
  RecordedTool,
  RecordedToolBegin,
  RecordedToolCall,
  ToolOutcome,
} from './loop/recorded-steps.ts';
export { runAgentLoop } from './loop/run-agent-loop.ts';
export type { AgentResult } from './loop/agent-result.ts';
export { runAgentTurn, type AgentTurn } from './loop/run-agent-turn.ts';
export { guardedFetch, guardedResolve, guardedStream } from './http/guarded-fetch.ts';
export type { GuardedFetch, GuardOptions } from './http/http-call.ts';
export { httpBehaviours } from './dialects/http-behaviours.ts';
export type { ModelSource } from './models/model-source.ts';
export { parseScript, type ParsedScript } from './models/parse-script.ts';
export {
  describeModel,
  describeProviders,
  type ModelDescription,
  type ProviderDescription,
} from './models/providers/describe-models.ts';
export { listProviderModels } from './models/providers/list-provider-models.ts';
export { defaultModel } from './models/providers/resolve-model.ts';
export { findPrice } from './models/providers/prices.ts';
export {
  knownVariables,
  providerModels,
  type ProviderModelOptions,
} from './models/providers/provider-models.ts';
export {
  hasProviders,
  providerTypes,
  type CallLimits,
  type Environment,
  type ModelPrice,
  type ModelSettings,
  type ProviderSettings,
} from './models/providers/provider-settings.ts';
export { sdkModel, type SdkModelObject } from './models/providers/sdk-model.ts';
export type { ReplyCondition, Script, ScriptReply, ScriptTool } from './models/script.ts';
export { scriptedModel } from './models/scripted-model.ts';
export type { FunctionRegistry } from './nodes/function.ts';
export type { BroughtLimits, BroughtParts, RunWorkflow } from './nodes/brought/brought-tool.ts';
export { broughtTools } from './nodes/brought/brought-tools.ts';
export type { HttpParts } from './nodes/http/send-page.ts';
export { nativeNodeTypes } from './nodes/native-node-types.ts';
export { findTool, findTools, type WantedTools } from './tools/find-tools.ts';
export { joinTools } from './tools/join-tools.ts';
export {
  argumentSchema,
  schemaComplaint,
  type OutputOf,
  type StandardSchema,
} from './argument-schema.ts';
export { isStandard } from './argument-schema.ts';
export { registeredTool, registeredTools, type RegisteredTool } from './tools/registered-tool.ts';
export { scriptTools } from './tools/script-tools.ts';
export { toolId } from './tools/tool-id.ts';
export { webSearch } from './tools/web-search.ts';
export { checkJsonSchema } from '@skein/dialects';
export { createVault, type Vault } from './secrets/vault.ts';
export { environmentSecrets } from './secrets/environment-secrets.ts';
export { memoryConfirmations } from './tools/mcp/confirmations.ts';
export type { DiscoveredTool, ToolState } from './tools/mcp/discovered-tool.ts';
export { fileConfirmations } from './tools/mcp/file-confirmations.ts';
export type { McpServerConfig, McpToolSettings } from './tools/mcp/mcp-server-config.ts';
export {
  mcpTools,
  type McpServerStatus,
  type McpTools,
  type McpToolsOptions,
} from './tools/mcp/mcp-tools.ts';
export { neededSignIn, signInNeeded, type NeededSignIn } from './connections/sign-in-needed.ts';
export { joinSecrets } from './secrets/join-secrets.ts';
export type { OutputAccess } from './tools/mcp/mcp-server.ts';
export { isBoundTo } from './secrets/is-bound-to.ts';
export { configuredSecrets, type ConfiguredSecrets } from './secrets/configured-secrets.ts';
export { secretFile, type SecretFile, type SecretKey } from './secrets/secret-file.ts';
export {
  configuredTools,
  type ConfiguredOptions,
  type ConfiguredTools,
} from './tools/config/configured-tools.ts';
export {
  parseToolsConfig,
  toolsConfigKeys,
  type ParsedToolsConfig,
} from './tools/config/parse-tools-config.ts';
export type { HttpConfig, ToolsConfig } from './tools/config/tools-config.ts';
export type { MailConfig } from './tools/mail/mail-config.ts';
export type { PostgresConfig } from './tools/postgres/postgres-config.ts';
export type { SecretsConfig } from './secrets/configured-secrets.ts';
export type { HttpToolConfig } from './tools/http/http-tool-config.ts';
export type { OpenapiConfig } from './tools/openapi/openapi-tools.ts';
export { askForInput } from './tools/ask-for-input.ts';
export { uniqueTools } from './tools/unique-tools.ts';
export { checkArguments } from './loop/check-arguments.ts';
