// Pipelines as a library, as their original API had them
// A facade for whole workflows and managers for their parts. Records have the fields of the dialect. Every call names the user,
// and sees nothing of other users.
import { randomUUID } from 'node:crypto';
import { scopes, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { Clock, ServerRecords } from '@skein/ports';
import { ownerOf } from '../../identity/identity.ts';
import { firstLine } from '../summaries/first-line.ts';
import { createSummaries, type Summarise } from '../summaries/summaries.ts';
import type { Caller, CoreServices } from '../workflows/caller.ts';
import type {
  CustomAgent,
  CustomLlm,
  StopWorkflowChecker,
  StopWorkflowCondition,
} from './pipeline-records.ts';
import { stepManager, type StepManager } from './step-manager.ts';
import { triggerManager, type TriggerManager } from './trigger-manager.ts';
import { pipelineWorkflows, type PipelineWorkflows } from './workflow-facade.ts';

export interface Pipelines {
  readonly workflows: PipelineWorkflows;
  readonly llmSteps: LlmSteps;
  readonly agentSteps: AgentSteps;
  readonly checkers: Checkers;
  readonly triggers: TriggerManager;
  /** Stops background work; engine and store stay open. */
  close(): Promise<void>;
}

export interface LlmSteps extends StepManager<CustomLlm> {
  create(name: string, model: string, systemPrompt: string, userId: string): Promise<CustomLlm>;
}

export interface AgentSteps extends StepManager<CustomAgent> {
  create(name: string, model: string, systemPrompt: string, userId: string): Promise<CustomAgent>;
  /** The tools of all MCP servers of the configuration. */
  discoverMcpTools(): Promise<readonly JsonObject[]>;
}

export interface Checkers extends StepManager<StopWorkflowChecker> {
  create(
    name: string,
    stopConditions: readonly StopWorkflowCondition[],
    userId: string,
  ): Promise<StopWorkflowChecker>;
}

export interface PipelinesOptions {
  readonly engine: Engine;
  /** The engine's store. */
  readonly store: ServerRecords;
  readonly clock?: Pick<Clock, 'now'>;
  readonly discoverMcpTools?: () => Promise<readonly JsonObject[]>;
  /** Sums up steps in the background; default: by the first line of their prompt. */
  readonly summarise?: Summarise;
  /** Called with failures of background work. */
  readonly onProblem?: (error: unknown) => void;
}

export function createPipelines(options: PipelinesOptions): Pipelines {
  const {
    engine,
    store: records,
    clock = { now: () => Date.now() },
    summarise = firstLine,
  } = options;
  const { onProblem = () => {}, discoverMcpTools = async () => [] } = options;
  const summaries = createSummaries({
    engine,
    steps: records.steps,
    clock,
    summarise,
    onProblem,
  });
  summaries.catchUp().catch(onProblem);
  const services: CoreServices = { engine, records, clock, newId: randomUUID, summaries };
  const callerFor = (user: string): Caller => ({
    services,
    identity: { user, owner: ownerOf(user), scopes, via: 'local', key: null },
  });
  const { make: makeLlm, ...llmSteps } = stepManager<CustomLlm>('custom_llm', callerFor);
  const { make: makeAgent, ...agentSteps } = stepManager<CustomAgent>('custom_agent', callerFor);
  const { make: makeChecker, ...checkers } = stepManager<StopWorkflowChecker>(
    'stop_checker',
    callerFor,
  );
  return {
    workflows: pipelineWorkflows(callerFor, discoverMcpTools),
    llmSteps: {
      ...llmSteps,
      create: (name, model, systemPrompt, userId) =>
        makeLlm({ name, fields: { model, system_prompt: systemPrompt } }, userId),
    },
    agentSteps: {
      ...agentSteps,
      create: (name, model, systemPrompt, userId) =>
        makeAgent({ name, fields: { model, system_prompt: systemPrompt } }, userId),
      discoverMcpTools,
    },
    checkers: {
      ...checkers,
      create: (name, stopConditions, userId) => {
        // Conditions are JSON.
        const stop_conditions = [...stopConditions] as unknown as JsonObject[];
        return makeChecker({ name, fields: { stop_conditions } }, userId);
      },
    },
    triggers: triggerManager(callerFor),
    close: () => summaries.stop(),
  };
}
