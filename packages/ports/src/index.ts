export type { Awaitable } from './awaitable.ts';
export type { Clock } from './clock.ts';
export type { Ids } from './ids.ts';
export type {
  LanguageModel,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelTool,
  ModelToolCall,
} from './model.ts';
export type {
  Accepted,
  AskedQuestion,
  ConfigProblem,
  NodeCall,
  NodeFunction,
  NodeHalves,
  StepOptions,
  NodeIo,
  NodeBehaviour,
  NodeType,
} from './node-type.ts';
export { EngineError, problems } from './problems.ts';
export type { ProblemCode, ProblemDetails } from './problems.ts';
export type { CheckSchema, SchemaCheck } from './schema.ts';
export type {
  DefinitionRecord,
  DefinitionStore,
  KeptEvent,
  KeptEventStore,
  Page,
  RunChanges,
  RunFilter,
  RunOrigin,
  RunRecord,
  RunStatus,
  RunStore,
  Store,
  StoredRun,
  WaitClosing,
  WaitFilter,
  WaitRecord,
  WaitStore,
} from './store.ts';
export type { ResolvedConfig, Subagent } from './subagent.ts';
export type { ParsedArguments, Tool, ToolCall, ToolSource } from './tool.ts';
