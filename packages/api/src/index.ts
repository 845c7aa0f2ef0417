// The public names of the REST contract.
export {
  basePath,
  routes,
  type RouteGroups,
  type RouteName,
  type Routes,
} from './routes/routes.ts';
export {
  hasScope,
  problemStatuses,
  scopes,
  type Owner,
  type Route,
  type Scope,
} from './routes/route.ts';
export { openApiDocument } from './openapi/openapi-document.ts';
export { dialectName } from './schemas/json.ts';
export { runStatus, type LargeValue } from './schemas/run-json.ts';
export { problemJson, type ProblemJson } from './schemas/problem-json.ts';
export {
  checkBody,
  checkRequest,
  type CheckedRequest,
  type Complaint,
  type RequestParts,
} from './requests/check-request.ts';
export { readBody, type ReadBody } from './requests/read-body.ts';
export { codeLanguage, withoutCode } from './code-language.ts';
export { compareDefinitions } from './compare-definitions.ts';
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
export type { FollowOptions } from './client/follow-run.ts';
export type { RunUpdateJson } from './client/run-update.ts';
export { readEvents, type SentEvent } from './client/server-sent-events.ts';
export { emptyDefinition, isEmptyRequest } from './empty-definition.ts';
/** Editing pipelines: their steps, copies with new ids, and the form of their original API. */
export {
  askedAddress,
  catchUpChoices,
  detectDialect,
  doorNames,
  filterProblems,
  insertStep,
  mailProblem,
  matchTriggerFilter,
  nativeNames,
  nodeName,
  placeOfStep,
  readTrigger,
  readTriggers,
  removeStep,
  replaceStep,
  stepsOf,
  toldInNames,
  triggerDefaults,
  triggerSettings,
  withWrittenTriggers,
  withNewIds,
  withoutOwners,
  workflowWithDetails,
  parseDocument,
  readImport,
  type ImportedText,
  type ReadImport,
  type ReadTrigger,
  type StopOperator,
  type TriggerSettings,
} from '@skein/dialects';
/** Values of bodies and definitions. */
export {
  equalJson,
  escapeTemplate,
  formatReference,
  isObject,
  LARGE_FROM,
  ownValue,
  setOwn,
  takeLargeParts,
  answererText,
  isLinked,
  mayAnswer,
  namesOf,
  textAt,
  toMarkdown,
  toSummary,
  type Answerer,
  type Diagnostic,
  type Json,
  type JsonObject,
  type LargePart,
  type PartPath,
  type WaitQuestion,
} from '@skein/kernel';
/** Ids, which requests hold as plain text. */
export {
  workflowId,
  type OutputId,
  type PlainOr,
  type RunId,
  type VersionId,
  type WaitId,
  type WorkflowId,
} from '@skein/kernel';
