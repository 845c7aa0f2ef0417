// The public names of the server.
export { createServer, type ServerOptions, type SkeinServer } from './create-server.ts';
export type { Listening, ListenOptions } from './listen.ts';
export type { Catalogue, McpServerInfo, McpServers, Template } from './services.ts';
export { sealer } from './secrets/sealer.ts';
export { storedSecrets } from './secrets/stored-secrets.ts';
export { makeKey, type NewKey } from './keys/make-key.ts';
export { isScope } from './identity/is-scope.ts';
export { ownerOf, userOf, type Identity } from './identity/identity.ts';
export type { ReadToken } from './identity/authenticate.ts';
export { oidcTokens, type OidcOptions } from './identity/oidc-tokens.ts';
export type { AnsweredRequest } from './http/answered-request.ts';
export type { Rate } from './http/buckets.ts';
export { problemResponse, type ProblemOptions } from './http/problem-response.ts';
export { mcpHttp, type McpHttp, type McpHttpOptions } from './mcp/mcp-http.ts';
export { mcpStdio, type McpStdio, type McpStdioOptions } from './mcp/mcp-stdio.ts';
export { toolNames } from './mcp/tool-names.ts';
export {
  createPipelines,
  type Pipelines,
  type PipelinesOptions,
} from './pipelines/create-pipelines.ts';
export type { AgentSteps, Checkers, LlmSteps } from './pipelines/create-pipelines.ts';
export type { PipelineWorkflows } from './pipelines/workflow-facade.ts';
export type { TriggerManager } from './pipelines/trigger-manager.ts';
export type {
  CustomAgent,
  CustomLlm,
  DescribedType,
  StepInstanceModel,
  StepModel,
  StepOutputData,
  StepType,
  StopWorkflowChecker,
  StopWorkflowCondition,
  TriggerModel,
  WorkflowInstanceModel,
  WorkflowModel,
  WorkflowWithDetails,
} from './pipelines/pipeline-records.ts';
export { firstLine } from './summaries/first-line.ts';
export type { Summarise } from './summaries/summaries.ts';
