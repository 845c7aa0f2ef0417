// The public names of the REST contract.
export { basePath, routes, type RouteName, type Routes } from './routes.ts';
export { problemStatuses, scopes, type Route, type Scope } from './route.ts';
export { openApiDocument } from './openapi.ts';
export { dialectName } from './schemas/json.ts';
export { runStatus, type LargeValue } from './schemas/run-json.ts';
export { problemJson, type ProblemJson } from './schemas/problem-json.ts';
export {
  checkRequest,
  type CheckedRequest,
  type Complaint,
  type RequestParts,
} from './check-request.ts';
export { readBody, type ReadBody } from './read-body.ts';
export { compareRuns, type ComparedRun, type RunDifference } from './compare-runs.ts';
export {
  createClient,
  type Answered,
  type AnswerOf,
  type CallOf,
  type Client,
  type ClientOptions,
} from './client/client.ts';
export { ClientError, UnreachableError } from './client/client-error.ts';
export type { FollowOptions, RunUpdateJson } from './client/follow-run.ts';
export { readEvents, type SentEvent } from './client/server-sent-events.ts';
export { emptyDefinition, isEmptyRequest } from './empty-definition.ts';
/** What a pipeline is made of: copies with ids of their own, and the form of its original API. */
export {
  detectDialect,
  matchTriggerFilter,
  withNewIds,
  workflowWithDetails,
  type StopOperator,
} from '@skein/dialects';
/** Values of bodies and definitions. */
export {
  escapeTemplate,
  isObject,
  LARGE_FROM,
  ownValue,
  takeLargeParts,
  toMarkdown,
  toSummary,
  type Diagnostic,
  type Json,
  type JsonObject,
  type LargePart,
  type PartPath,
} from '@skein/kernel';
