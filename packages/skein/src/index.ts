// The public names of Skein.

/**
 * Makes an engine: workflows, runs, waits, events. Without options it keeps everything in memory and answers model calls
 * offline, by an echo of the prompt.
 */
export { createEngine } from './embedding/create-engine.ts';
/** What `createEngine` takes; everything is optional. */
export type { CreateEngineOptions } from './config/engine-options.ts';
/**
 * Pipelines in the words of their original API.
 * @deprecated Import it, and its types, from `skein/pipelines`.
 */
export { createPipelines } from './pipelines/create-pipelines.ts';
/** The parts of `createPipelines`. */
export type {
  AgentSteps,
  Checkers,
  DeliveryManager,
  LlmSteps,
  OpenWait,
  Pipelines,
  PipelineWorkflows,
  TriggerManager,
  TriggerOutcome,
  WaitManager,
} from '@skein/server';
/** The records of pipelines. */
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
} from '@skein/server';
/** What a run asked models and tools, with the answers: a document that `createEngine({ cassette })` answers from. */
export { recordCassette } from './cassettes/record-cassette.ts';
/** What `recordCassette` takes and gives. */
export type { Recording, RecordOptions } from './cassettes/record-cassette.ts';
/** Recorded answers of models and tools, for tests. */
export type { Cassette } from '@skein/agents';
/** What a function with declared ports returns: the port to fire, with the value on its token. */
export { port } from '@skein/agents';
/** A function for `createEngine({ functions })` whose arguments have the type of its zod schema. */
export { registeredFunction } from '@skein/agents';
/** A tool for `createEngine({ tools })` whose arguments have the type of its zod schema. */
export { registeredTool } from '@skein/agents';
/** The one class of errors that the engine throws; tell them apart by `code`. */
export { EngineError } from '@skein/ports';

/** A function that definitions can call by its name, with its schema, ports and description. */
export type { FunctionResult, RegisteredFunction } from '@skein/agents';
/** A tool that agents may call, with its schema and description, and what it is told about a call. */
export type { RegisteredTool } from '@skein/agents';
/** A call of a tool, as a model asks for it. */
export type { ToolCall } from '@skein/ports';
/** A function that definitions of the dataflow dialect can use as a node type, with what it gets and gives. */
export type {
  DataflowContext,
  DataflowFunction,
  DataflowIo,
  DataflowNode,
  DataflowResult,
} from '@skein/agents';
/** The script of the offline model. */
export type { Script, ScriptReply } from '@skein/agents';
/** The engine and its parts. */
export type { RunHandle, RunResult } from './typed/run-handle.ts';
/** Options of `engine.start` and `engine.run`. */
export type { TypedStartOptions } from './typed/start-typed.ts';
/** How a run ended that did not complete: thrown by `engine.run` and `result()`. */
export { RunError } from './typed/run-error.ts';
/**
 * A durable function as a workflow: what its `io` gave is recorded, so that it goes on where it was after a crash, a restart or days of
 * waiting.
 */
export { workflow, type WorkflowOptions } from '@skein/sdk';
/** What a durable function does through its `io`. */
export type {
  Asking,
  Decision,
  MapOptions,
  ModelOptions,
  Retry,
  StepContext,
  StepPolicy,
  WorkflowIo,
} from '@skein/sdk';
/** What durable functions throw and catch: a step failed for good, something did not come in time, no further attempt helps. */
export { FatalError, StepError, TimeoutError } from '@skein/sdk';
/** An agent of your code: who answers, what it is told, which tools it has. */
export { agent } from '@skein/sdk';
/** An agent of code, what makes one, what it answers, and how much of a thread it is sent. */
export type { Agent, AgentOptions, AgentOutput, History } from '@skein/sdk';
/** A tool for agents, with the keys of the AI SDK, whose tools agents take too. */
export { tool } from '@skein/sdk';
/** Tools of agents: what makes one, and the types of its ends. */
export type {
  AgentTools,
  AnyTool,
  Tool,
  ToolContext,
  ToolInput,
  ToolOptions,
  ToolOutput,
} from '@skein/sdk';
/** A conversation with an agent: what `engine.thread` gives, and what streams while the agent answers. */
export type {
  ApprovalRequest,
  FinishReason,
  Reply,
  Thread,
  ThreadInput,
  ThreadMessage,
  ThreadOptions,
  ThreadPart,
  ToolDecision,
  UiChunk,
  UiMessage,
  UiPart,
} from '@skein/sdk';
/**
 * A workflow of the store by its id, as a value: for `engine.run`, `io.run` and `g.run`. Its types are those that `skein types` wrote.
 *
 *     const { output } = await engine.run(saved('quote'), { item: 'lamp' });
 */
export { saved, type SavedId, type SavedInput, type SavedOutput } from '@skein/sdk';
/** A named event with the type of its data. */
export { event, type EventType } from '@skein/sdk';
/**
 * A workflow as a graph that the studio draws: nodes run when what they refer to is there, and what the function returns is the output.
 *
 *     const greet = graph('greet', { input: z.object({ name: z.string() }) }, (g, input) => {
 *       const length = g.step('count', { name: input.name }, ({ name }) => name.length);
 *       return { text: g.llm('write', { prompt: text`Greet ${input.name} in ${length.output} words.` }).output };
 *     });
 */
export { graph, type GraphOptions, type GraphVerbs } from '@skein/sdk';
/** What the verbs of a graph take and give. */
export type {
  Approval,
  BranchValue,
  GraphNode,
  MayBeMissing,
  NodeOptions,
  NotAValue,
  OutputNode,
  Settled,
  Stopped,
} from '@skein/sdk';
/** Values that a run will have: inside of a text, as JSON, or another one where they are missing. */
export { json, orElse, text, type Ref, type RefTo, type Template, type Unref } from '@skein/sdk';
/** Conditions of a graph: `g.if('large', and(gt(order.output.total, 100), not(exists(input.note))), …)`. */
export {
  and,
  contains,
  empty,
  endsWith,
  eq,
  exists,
  gt,
  gte,
  lt,
  lte,
  ne,
  not,
  oneOf,
  or,
  startsWith,
  truthy,
  type Condition,
} from '@skein/sdk';
/** A workflow of your code, with the types of its input and its output; values as they are after the journal; lengths of time. */
export type {
  Duration,
  Jsonify,
  NotJson,
  Workflow,
  WorkflowInput,
  WorkflowOutput,
} from '@skein/sdk';
/** The engine of `createEngine`, and how it is closed. */
export type { CloseOptions, Engine } from './embedding/engine.ts';
/** What `engine.handler` takes and gives, to mount REST, studio, MCP and webhooks in a program of one's own. */
export type { Handler, HandlerOptions } from './embedding/handler.ts';
/** Who asks a handler: the host's own users. */
export type { FindUser, HostUser } from '@skein/server';
/** The times that `engine.schedule` takes. */
export type { ScheduleTimes } from './embedding/schedule.ts';
/** The parts of an engine, and what they take and give. */
export type {
  Events,
  Outputs,
  RunOutput,
  Runs,
  AwaitOptions,
  Elsewhere,
  StartOptions,
  Waits,
  Workflows,
} from '@skein/engine';
/** What the engine returns: a run, one item of its live stream, a saved workflow. */
export type { RunAnswer, RunJson, RunUpdate, SavedWorkflow } from '@skein/engine';
/** What starting, forking, moving and migrating runs takes and returns. */
export type {
  Forked,
  ForkOptions,
  Imported,
  ImportOptions,
  MigrateOptions,
  MigrationReport,
  MovedRun,
  MoveOptions,
  Resumed,
  ResumeOptions,
  RunBundle,
  Started,
} from '@skein/engine';
/** What a replay takes, and what it says. */
export type { Divergence, ReplayChange, ReplayOptions, ReplayReport } from '@skein/engine';
/** What a node type is, and what its function gets. */
export type { NodeCall, NodeFunction, NodeIo, NodeType } from '@skein/ports';
/** A language model of one's own. */
export type { LanguageModel, ModelReply, ModelRequest } from '@skein/ports';
/** What `createEngine({ logger, onStep })` takes: a logger of the host, and a hook after each step. */
export type { LogFields, Logger, OnStep, StepEnd } from '@skein/ports';
/** Codes of errors. */
export type { ProblemCode } from '@skein/ports';
/** Opens a store by its address; `createEngine({ store })` takes the address too. */
export { openStore } from './parts/open-store.ts';
/** How a store is opened. */
export type { OpenOptions } from '@skein/stores';
/** A store of one's own. */
export type { EngineStore, Store } from '@skein/ports';
/** Workflows that are drawn in a graph database. */
export type { ChangedDrawing, DrawnName, DrawnStore, DrawnWorkflow } from '@skein/ports';
/** Ids are text; their types keep one kind from being taken for another. Methods of the engine take plain text too. */
export type {
  NodeId,
  OutputId,
  PlainOr,
  RunId,
  VersionId,
  WaitId,
  WorkflowId,
} from '@skein/kernel';
/** Say of a text which kind of id it is: for the records that a store of one's own gives back. */
export { runId, versionId, waitId, workflowId } from '@skein/kernel';
/** Definitions and the values in them. */
export type {
  Diagnostic,
  Json,
  JsonObject,
  Workflow as WorkflowDefinition,
  WorkflowEdge,
  WorkflowNode,
} from '@skein/kernel';
