// The public names of the dialects.
export type { Compiled, CompileOptions, Dialect, Exported, ViewedRun } from './dialect/dialect.ts';
export type { KnownTools } from './dialect/known-tools.ts';
export type { DialectName } from './dialect/dialect-name.ts';
export type { ProjectedMoment, ProjectedRow, Projection, Projector } from './dialect/projection.ts';
export { allKinds } from './definitions/all-kinds.ts';
export { detectDialect, dialectNames, findDialect } from './definitions/detect-dialect.ts';
export {
  compileDefinition,
  compileText,
  type DefinitionOptions,
} from './definitions/compile-definition.ts';
export { definitionCompiler, type DefinitionCompiler } from './definitions/definition-compiler.ts';
export type { CompiledDefinition } from './definitions/compiled-definition.ts';
export type { CheckConfig, ConfigComplaint } from './definitions/check-configs.ts';
export { isNoted, withNote } from './native/with-note.ts';
export { placedConfigs, type PlacedConfig } from './definitions/placed-configs.ts';
export { writtenCall, type WrittenCall } from './definitions/written-call.ts';
export { scheduledInputs, type ScheduledInput } from './definitions/scheduled-inputs.ts';
export { missingNames } from './schemas/missing-names.ts';
export { inlineWorkflow } from './dialect/inline-workflow.ts';
export { inlineWorkflows } from './native/check/check-workflow.ts';
export { exportDefinition } from './definitions/export-definition.ts';
export { withSource } from './dialect/source.ts';
export { parseJson, parseSyntax, type ParsedJson } from './json/parse-json.ts';
export { parseDocument } from './json/parse-document.ts';
export { checkJson } from './json/check-json.ts';
export { askedAddress, safeAddress } from './diagnostics/asked-address.ts';
export { diagnostics, type DiagnosticCode } from './diagnostics/diagnostics.ts';
export { inertText } from './diagnostics/inert-text.ts';
export { canvas } from './canvas/canvas.ts';
export {
  agentConfigShape,
  handOffConfigShape,
  toolsConfigShape,
} from './agent-graph/shape/node-configs.ts';
export { agentStepConfigShape, type PipelineNodeType } from './pipeline/shape/pipeline-kinds.ts';
export { agentGraph } from './agent-graph/agent-graph.ts';
export type { StoredAgent, StoredTool } from './dialect/stored-agent.ts';
export { dataflow } from './dataflow/dataflow.ts';
export { native } from './native/native.ts';
export { pipeline } from './pipeline/pipeline.ts';
export {
  matchTriggerFilter,
  type Delivery,
  type FilterVerdict,
} from './triggers/trigger-filter.ts';
export { mailProblem } from './triggers/mail-problem.ts';
export {
  readTrigger,
  readTriggers,
  triggerDefaults,
  triggerSettings,
  withWrittenTriggers,
} from './triggers/read-trigger.ts';
export type { ReadTrigger, TriggerSettings } from './dialect/trigger-settings.ts';
export { doorNames } from './native/check/check-publish.ts';
export { catchUpChoices } from './triggers/trigger-shapes.ts';
export { filterProblems } from './triggers/filter-problems.ts';
export {
  insertStep,
  moveStep,
  placeOfStep,
  removeStep,
  replaceStep,
  stepsOf,
  stepType,
} from './pipeline/original/edit-steps.ts';
export { withNewIds, withoutOwners } from './pipeline/original/with-new-ids.ts';
export { workflowWithDetails } from './pipeline/original/workflow-with-details.ts';
export { compileNative } from './native/compile-native.ts';
export { freeName, idOfName, nameOfId } from './names/default-name.ts';
export { inNames } from './names/in-names.ts';
export { nativeNames } from './names/native-names.ts';
export { nodeName } from './names/node-name.ts';
export {
  inputWord,
  nodeNames,
  partWord,
  referencesIn,
  referenceWords,
  runInputWord,
  stateWord,
} from './names/reference-words.ts';
export { toldInNames } from './names/told-in-names.ts';
export { contentHash } from './dialect/content-hash.ts';
export { viewNative } from './native/view-native.ts';
export { nativeJsonSchema } from './native/shape/native-json-schema.ts';
export type { ConfigOf, NativeNode } from './native/nodes/native-node.ts';
export type { NodeEntry, PalettePlace } from './dialect/node-entry.ts';
export { filledFields, ignoredBySubagents } from './dialect/node-entry.ts';
export { nodeEntries } from './definitions/node-entries.ts';
export {
  agentGraphNodes,
  type AgentGraphKind,
  type AgentGraphNodeType,
} from './agent-graph/shape/agent-graph-nodes.ts';
export { canvasNodes, type CanvasType } from './canvas/shape/canvas-nodes.ts';
export {
  dataflowKinds,
  dataflowNodes,
  type DataflowType,
} from './dataflow/shape/dataflow-nodes.ts';
export {
  knownTypes,
  listedKind,
  type KnownTypes,
  type ListedFunction,
  type ListedType,
} from './definitions/known-types.ts';
export { dataflowFunctionType } from './dataflow/read/native-type.ts';
export { pipelineSteps, type StepType } from './pipeline/shape/pipeline-shape.ts';
export { stopOperators, type StopOperator } from './pipeline/shape/stop-operators.ts';
export { agentGraphSettings } from './agent-graph/shape/agent-graph-shape.ts';
export { stepShape as sessionStepShape } from './session-graph/shape/session-shape.ts';
export { sessionSteps, type SessionStep } from './session-graph/shape/session-steps.ts';
export { findNativeNode, nativeNodes } from './native/nodes/native-nodes.ts';
export { operatorWords } from './native/operator-words.ts';
export { nodeSettings, type NodeSettingOf } from './native/shape/node-settings.ts';
export { policyShape } from './native/shape/workflow-shape.ts';
export { modelSettings } from './native/settings/model-settings.ts';
export { booleanWords, readBooleanWord } from './schemas/boolean-words.ts';
export { withoutAbsent } from './json/without-absent.ts';
export { isSchemaKeyword } from './schemas/schema-keywords.ts';
export { checkJsonSchema, findMisfits, schemaFault } from './schemas/check-json-schema.ts';
export { rememberCheck } from './schemas/remembered-checks.ts';
export type { Misfit } from './schemas/evaluation.ts';
export { readRecord } from './shape/read-record.ts';
export type { Field, RecordShape, Shape, ValueOf } from './shape/shape.ts';
export { toJsonSchema } from './shape/to-json-schema.ts';
export {
  diffWorkflows,
  type Change,
  type ListDiff,
  type WorkflowDiff,
} from './native/diff/diff-workflows.ts';
export { formatDiff } from './native/diff/format-diff.ts';
export { parseCurl, type ParsedCurl } from './native/curl/parse-curl.ts';
export type { CurlSecret } from './native/curl/curl-secrets.ts';
export { drawText } from './native/draw/draw-text.ts';
export { drawMermaid } from './native/draw/draw-mermaid.ts';
export { drawSvg } from './native/draw/draw-svg.ts';
export { placeNodes, type EdgeToPlace, type NodesToPlace } from './native/draw/place-nodes.ts';
export { missingAgents, withAgents } from './agent-graph/read/with-agents.ts';
export {
  findImporter,
  importSource,
  isImportFormat,
  isNotImported,
  type ImportedSource,
} from './imports/import-source.ts';
export { readImport, type ImportedText, type ReadImport } from './imports/read-import.ts';
export { importers } from './imports/importers.ts';
export type {
  Binding,
  Imported,
  Importer,
  ImportFormat,
  ImportLoss,
  ImportOptions,
} from './imports/importer.ts';
