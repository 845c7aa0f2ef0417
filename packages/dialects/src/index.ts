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
export { compileDefinition, compileText, type DefinitionOptions } from './compile-definition.ts';
export type { CompiledDefinition } from './compiled-definition.ts';
export type { CheckConfig, ConfigComplaint } from './check-configs.ts';
export { exportDefinition } from './export-definition.ts';
export { withSource } from './source.ts';
export { parseJson, parseSyntax, type ParsedJson } from './json/parse-json.ts';
export { checkJson } from './json/check-json.ts';
export { diagnostics, type DiagnosticCode } from './diagnostics.ts';
export { inertText } from './diagnostics/inert-text.ts';
export { canvas } from './canvas/canvas.ts';
export {
  agentConfigShape,
  handOffConfigShape,
  toolsConfigShape,
} from './agent-graph/node-configs.ts';
export { agentStepConfigShape, type PipelineNodeType } from './pipeline/pipeline-kinds.ts';
export { agentGraph } from './agent-graph/agent-graph.ts';
export type { StoredAgent, StoredTool } from './stored-agent.ts';
export { dataflow } from './dataflow/dataflow.ts';
export { native } from './native/native.ts';
export { pipeline } from './pipeline/pipeline.ts';
export {
  matchTriggerFilter,
  type Delivery,
  type FilterVerdict,
} from './pipeline/trigger-filter.ts';
export { withNewIds } from './pipeline/with-new-ids.ts';
export { workflowWithDetails } from './pipeline/workflow-with-details.ts';
export { compileNative } from './native/compile-native.ts';
export { contentHash } from './native/content-hash.ts';
export { viewNative } from './native/view-native.ts';
export { nativeJsonSchema } from './native/native-json-schema.ts';
export type { ConfigOf, NativeNode } from './native/nodes/native-node.ts';
export type { PaletteEntry, PalettePlace } from './dialect/palette-entry.ts';
export {
  agentGraphNodes,
  type AgentGraphKind,
  type AgentGraphNodeType,
} from './agent-graph/agent-graph-nodes.ts';
export { canvasNodes, type CanvasType } from './canvas/canvas-nodes.ts';
export { dataflowNodes, type DataflowType } from './dataflow/dataflow-nodes.ts';
export { pipelineSteps, type StepType } from './pipeline/pipeline-shape.ts';
export { stopOperators, type StopOperator } from './pipeline/stop-operators.ts';
export { sessionSteps, type SessionStep } from './session-graph/session-steps.ts';
export { findNativeNode, nativeNodes } from './native/nodes/native-nodes.ts';
export { operatorWords } from './native/operator-words.ts';
export { nodeSettings, type NodeSettingOf } from './native/node-settings.ts';
export { modelSettings } from './native/nodes/model-settings.ts';
export { readRecord } from './shape/read-record.ts';
export type { RecordShape, ValueOf } from './shape/shape.ts';
export { toJsonSchema } from './shape/to-json-schema.ts';
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
export { missingAgents, withAgents } from './agent-graph/with-agents.ts';
