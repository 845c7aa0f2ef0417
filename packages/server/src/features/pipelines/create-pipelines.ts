// Pipelines as a library, as their original API had them
// A facade for whole workflows and managers for their parts. Records have the fields of the dialect. Every call names the user,
// and sees nothing of other users. While it is open, schedules fire.
import { randomBytes, randomUUID } from 'node:crypto';
import type { JsonObject } from '@skein/api';
import { addMissingTriggers, type Engine } from '@skein/engine';
import type { Clock, EngineStore, ServerRecords } from '@skein/ports';
import { localIdentity, ownerOf } from '../../identity/identity.ts';
import { sealer, type Sealer } from '../secrets/sealer.ts';
import { firstLine } from '../summaries/first-line.ts';
import { createSummaries, type Summarise } from '../summaries/summaries.ts';
import type { CatchUp } from '../triggers/next-fire.ts';
import { scheduler, type SchedulerServices } from '../triggers/scheduler.ts';
import type { WebhookServices } from '../triggers/webhooks.ts';
import type { Caller, CoreServices } from '../workflows/caller.ts';
import {
  deliveryManager,
  waitManager,
  type DeliveryManager,
  type WaitManager,
} from './delivery-manager.ts';
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
  readonly triggers: TriggerManager & DeliveryManager;
  readonly waits: WaitManager;
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
  readonly store: ServerRecords & Pick<EngineStore, 'tables'>;
  readonly clock?: Pick<Clock, 'now'>;
  readonly discoverMcpTools?: () => Promise<readonly JsonObject[]>;
  /** Sums up steps in the background; default: by the first line of their prompt. */
  readonly summarise?: Summarise;
  /** What happens to missed ticks of schedules that do not say it themselves; default: `last`. */
  readonly catchUp?: CatchUp;
  /** 32 bytes that seal the secrets of webhooks, read when one is used; default: random, for this process only. */
  readonly secretKey?: () => Uint8Array;
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
  const services = {
    engine,
    records,
    clock,
    newId: randomUUID,
    summaries,
    sealer: lazySealer(options.secretKey ?? (() => randomBytes(32))),
    // The host has accepted the request, and limits its rate.
    limitHook: () => {},
    onBug: onProblem,
  } satisfies CoreServices & WebhookServices & SchedulerServices;
  const schedule = scheduler({ ...services, catchUp: options.catchUp }, randomUUID());
  addMissingTriggers(services).catch(onProblem);
  schedule.start();
  const callerFor = (user: string): Caller => ({
    services,
    identity: { ...localIdentity, user, owner: ownerOf(user) },
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
    triggers: { ...triggerManager(callerFor), ...deliveryManager(callerFor, services) },
    waits: waitManager(callerFor),
    async close() {
      schedule.stop();
      await summaries.stop();
    },
  };
}

/** Most hosts have no webhooks, and need no key. */
function lazySealer(key: () => Uint8Array): Sealer {
  let made: Sealer | undefined;
  const own = () => (made ??= sealer(key()));
  return {
    seal: (name, secret) => own().seal(name, secret),
    open: (name, sealed) => own().open(name, sealed),
  };
}
