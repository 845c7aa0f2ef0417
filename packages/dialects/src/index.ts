// The public names of the dialects.
export type {
  Compiled,
  CompileOptions,
  Dialect,
  DialectName,
  Exported,
  ViewedRun,
} from './dialect.ts';
export type { ProjectedMoment, ProjectedRow, Projection, Projector } from './projection.ts';
export { allKinds, detectDialect, dialectNames, findDialect } from './detect-dialect.ts';
export {
  compileDefinition,
  compileText,
  type CompiledDefinition,
  type DefinitionOptions,
} from './compile-definition.ts';
export type { CheckConfig, ConfigComplaint } from './check-configs.ts';
export { exportDefinition } from './export-definition.ts';
export { withSource } from './source.ts';
export { parseJson, parseSyntax, type ParsedJson } from './json/parse-json.ts';
export { checkJson } from './json/check-json.ts';
export { diagnostics, type DiagnosticCode } from './diagnostics.ts';
export { inertText } from './diagnostics/inert-text.ts';
export { canvas } from './canvas/canvas.ts';
export { agentGraph } from './agent-graph/agent-graph.ts';
export type { StoredAgent, StoredTool } from './agent-graph/definition.ts';
export { dataflow } from './dataflow/dataflow.ts';
export { native } from './native/native.ts';
export { pipeline } from './pipeline/pipeline.ts';
export {
  matchTriggerFilter,
  type Delivery,
  type FilterVerdict,
} from './pipeline/trigger-filter.ts';
export {
  insertStep,
  moveStep,
  placeOfStep,
  removeStep,
  replaceStep,
  stepsOf,
  stepType,
} from './pipeline/edit-steps.ts';
export { withNewIds } from './pipeline/with-new-ids.ts';
export { workflowWithDetails } from './pipeline/workflow-with-details.ts';
export { compileNative } from './native/compile-native.ts';
export { contentHash } from './native/content-hash.ts';
export { viewNative } from './native/view-native.ts';
export { nativeJsonSchema } from './native/native-json-schema.ts';
export {
  diffWorkflows,
  type Change,
  type ListDiff,
  type WorkflowDiff,
} from './native/diff-workflows.ts';
export { formatDiff } from './native/format-diff.ts';
export { drawText } from './native/draw/draw-text.ts';
export { drawMermaid } from './native/draw/draw-mermaid.ts';
export { drawSvg } from './native/draw/draw-svg.ts';
export { placeNodes, type NodesToPlace } from './native/draw/place-nodes.ts';
export { missingAgents, withAgents } from './agent-graph/with-agents.ts';
