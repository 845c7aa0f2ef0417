// The public names of skein/pipelines.

/**
 * Pipelines in the words of their original API: a facade for whole workflows, managers for steps and triggers, each call for one
 * user. Works on the same store as an engine or a server.
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
