// Whole workflows
// P1. Changes return the whole workflow with its diagnostics, and succeed even if they leave it incomplete: then only a start is
//     refused.
// P2. Reading what does not exist gives null; changing it is an error.
import type { Json, JsonObject, PlainOr, RunId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { whose, type Identity } from '../../identity/identity.ts';
import { everyItem } from '../../values/every-item.ts';
import { orNull } from '../../values/or-null.ts';
import { outputJson, ownOutput } from '../runs/output-json.ts';
import { ownRun } from '../runs/own-run.ts';
import { withOwner } from '../runs/with-owner.ts';
import type { Caller } from '../workflows/caller.ts';
import { copyWorkflow } from '../workflows/copy-workflow.ts';
import { createWorkflow } from '../workflows/create-workflow.ts';
import { deleteStep, orderSteps } from '../workflows/edit-pipeline.ts';
import { deleteWorkflow, findWorkflow } from '../workflows/save-workflow.ts';
import { addExistingStep, addNewStep, editPipeline } from '../workflows/step-operations.ts';
import { setTrigger } from '../workflows/trigger-operations.ts';
import { toWorkflowAnswer, type WorkflowAnswer } from '../workflows/workflow-answer.ts';
import type {
  DescribedType,
  StepModel,
  StepOutputData,
  StepType,
  TriggerModel,
  WorkflowInstanceModel,
  WorkflowModel,
  WorkflowWithDetails,
} from './pipeline-records.ts';
import { stepTypes, triggerTypes } from './pipeline-types.ts';

export interface PipelineWorkflows {
  /** Creates an empty one. */
  create(name: string, description: string, userId: string): Promise<WorkflowModel>;
  get(uuid: string, userId: string): Promise<WorkflowModel | null>;
  /** With its steps and its trigger. */
  getWithDetails(workflowUuid: string, userId: string): Promise<WorkflowWithDetails | null>;
  listAll(userId: string): Promise<readonly WorkflowModel[]>;
  /** Under a new id, with new ids for its steps and its trigger; disabled if it would start itself. */
  copy(workflowUuid: string, userId: string, name?: string): Promise<WorkflowModel>;
  /** With its trigger and its steps; its runs stay. */
  delete(uuid: string, userId: string): Promise<void>;
  /** Before a position; -1 puts it at the end. */
  addNewStep(
    workflowUuid: string,
    stepType: StepType,
    name: string,
    userId: string,
    position?: number,
  ): Promise<WorkflowModel>;
  /** A step that belongs to no workflow. Before a position; -1 puts it at the end. */
  addExistingStep(
    workflowUuid: string,
    stepUuid: string,
    userId: string,
    position?: number,
  ): Promise<WorkflowModel>;
  deleteStep(workflowUuid: string, stepUuid: string, userId: string): Promise<WorkflowModel>;
  /** All of its steps, each once. */
  reorderSteps(
    workflowUuid: string,
    orderedStepUuids: readonly string[],
    userId: string,
  ): Promise<WorkflowModel>;
  /** Replaces its trigger. */
  setTrigger(workflowUuid: string, triggerTypeId: string, userId: string): Promise<WorkflowModel>;
  removeTrigger(workflowUuid: string, userId: string): Promise<WorkflowModel>;
  /** Starts a run. */
  createInstance(
    workflowUuid: string,
    triggeringData: Json,
    userId: string,
  ): Promise<WorkflowInstanceModel>;
  getInstance(instanceUuid: string, userId: string): Promise<WorkflowInstanceModel | null>;
  /** The whole output of any step or trigger. */
  getOutputData(outputId: string, userId: string): Promise<StepOutputData | null>;
  /** The newest first, at most 1,000. */
  listInstances(workflowUuid: string, userId: string): Promise<readonly WorkflowInstanceModel[]>;
  cancelInstance(instanceUuid: string, userId: string): Promise<void>;
  listAvailableStepTypes(): Promise<readonly DescribedType[]>;
  listAvailableTriggerTypes(): Promise<readonly DescribedType[]>;
  /** The tools of all MCP servers of the configuration. */
  discoverMcpTools(): Promise<readonly JsonObject[]>;
}

const instancesMax = 1000;

export function pipelineWorkflows(
  callerFor: (userId: string) => Caller,
  discoverMcpTools: () => Promise<readonly JsonObject[]>,
): PipelineWorkflows {
  return {
    ...definitions(callerFor),
    ...structure(callerFor),
    ...instances(callerFor),
    listAvailableStepTypes: async () => stepTypes,
    listAvailableTriggerTypes: async () => triggerTypes,
    discoverMcpTools,
  };
}

type CallerFor = (userId: string) => Caller;

function definitions(
  callerFor: CallerFor,
): Pick<PipelineWorkflows, 'create' | 'get' | 'getWithDetails' | 'listAll' | 'copy' | 'delete'> {
  return {
    async create(name, description, userId) {
      const caller = callerFor(userId);
      const body = { name, description };
      const made = await createWorkflow(caller, { body, dialect: 'pipeline', mayRename: false });
      return toModel(await toWorkflowAnswer(caller, made));
    },
    async get(uuid, userId) {
      const found = await answerOf(callerFor(userId), uuid);
      return found === null ? null : toModel(found);
    },
    async getWithDetails(workflowUuid, userId) {
      const found = await answerOf(callerFor(userId), workflowUuid);
      return found === null ? null : toDetails(found);
    },
    async listAll(userId) {
      const caller = callerFor(userId);
      const { services, identity } = caller;
      const filter = { user: identity.owner, dialect: 'pipeline' };
      const found: WorkflowModel[] = [];
      for await (const record of everyItem((page) =>
        services.engine.workflows.list({ ...page, ...filter }),
      )) {
        found.push(toModel(await toWorkflowAnswer(caller, record)));
      }
      return found;
    },
    async copy(workflowUuid, userId, name) {
      const caller = callerFor(userId);
      return toModel(
        await toWorkflowAnswer(caller, await copyWorkflow(caller, workflowUuid, name)),
      );
    },
    delete: (uuid, userId) => deleteWorkflow(callerFor(userId), { id: uuid }),
  };
}

function structure(
  callerFor: CallerFor,
): Pick<
  PipelineWorkflows,
  'addNewStep' | 'addExistingStep' | 'deleteStep' | 'reorderSteps' | 'setTrigger' | 'removeTrigger'
> {
  return {
    addNewStep: async (workflowUuid, type, name, userId, position = -1) =>
      toModel(
        await addNewStep(callerFor(userId), workflowUuid, { type, name, position, fields: {} }),
      ),
    addExistingStep: async (workflowUuid, uuid, userId, position = -1) =>
      toModel(await addExistingStep(callerFor(userId), workflowUuid, { uuid, position })),
    deleteStep: async (workflowUuid, stepUuid, userId) =>
      toModel(
        await editPipeline(callerFor(userId), workflowUuid, (definition) =>
          deleteStep(definition, stepUuid),
        ),
      ),
    reorderSteps: async (workflowUuid, orderedStepUuids, userId) =>
      toModel(
        await editPipeline(callerFor(userId), workflowUuid, (definition) =>
          orderSteps(definition, orderedStepUuids),
        ),
      ),
    setTrigger: async (workflowUuid, triggerTypeId, userId) => {
      const settings = { trigger_type_id: triggerTypeId };
      return toModel(await setTrigger(callerFor(userId), workflowUuid, settings));
    },
    removeTrigger: async (workflowUuid, userId) =>
      toModel(await setTrigger(callerFor(userId), workflowUuid, null)),
  };
}

function instances(
  callerFor: CallerFor,
): Pick<
  PipelineWorkflows,
  'createInstance' | 'getInstance' | 'getOutputData' | 'listInstances' | 'cancelInstance'
> {
  return {
    async createInstance(workflowUuid, triggeringData, userId) {
      const { services, identity } = callerFor(userId);
      const started = await services.engine.runs.start(workflowUuid, {
        ...whose(identity),
        input: triggeringData,
      });
      return instanceOf(services.engine, identity, started.id);
    },
    getInstance: (instanceUuid, userId) =>
      orNull(async () => {
        const { services, identity } = callerFor(userId);
        await ownRun(services.engine, identity.owner, instanceUuid);
        return instanceOf(services.engine, identity, instanceUuid);
      }),
    getOutputData: (outputId, userId) =>
      orNull(async () => {
        const { services, identity } = callerFor(userId);
        const output = outputJson(await ownOutput(services.engine, identity, outputId));
        const { uuid, raw_data, summary, markdown_representation } = output;
        return { uuid, raw_data, summary, markdown_representation };
      }),
    async listInstances(workflowUuid, userId) {
      const { services, identity } = callerFor(userId);
      const { runs } = services.engine;
      const filter = { user: identity.owner, workflow: workflowUuid, order: 'newest' } as const;
      const found: WorkflowInstanceModel[] = [];
      for await (const { id } of everyItem((page) => runs.list({ ...page, ...filter }))) {
        if (found.length === instancesMax) break;
        found.push(await instanceOf(services.engine, identity, id));
      }
      return found;
    },
    async cancelInstance(instanceUuid, userId) {
      const { services, identity } = callerFor(userId);
      await ownRun(services.engine, identity.owner, instanceUuid);
      await services.engine.runs.cancel(instanceUuid);
    },
  };
}

/** A run as an instance of a workflow. */
async function instanceOf(
  { runs }: Pick<Engine, 'runs'>,
  identity: Identity,
  run: PlainOr<RunId>,
): Promise<WorkflowInstanceModel> {
  // The dialect's view has this form.
  return withOwner(await runs.view(run, 'pipeline'), identity) as unknown as WorkflowInstanceModel;
}

async function answerOf(caller: Caller, id: string): Promise<WorkflowAnswer | null> {
  const found = await findWorkflow(caller, id);
  if (found?.dialect !== 'pipeline') return null;
  return toWorkflowAnswer(caller, found);
}

function toModel(answer: WorkflowAnswer): WorkflowModel {
  const { trigger, steps, ...rest } = toDetails(answer);
  return { ...rest, trigger_uuid: trigger?.uuid ?? null, steps: steps.map(({ uuid }) => uuid) };
}

/** A pipeline's answer has the fields of its original API; the contract lists only those of all workflows. */
function toDetails(answer: WorkflowAnswer): WorkflowWithDetails {
  if (answer.dialect !== 'pipeline') {
    throw new EngineError('BAD_VALUE', {
      what: 'workflow',
      complaint: `It is in the dialect ${answer.dialect}.`,
    });
  }
  const { name, description, diagnostics } = answer;
  return {
    uuid: answer.id,
    user_id: answer['user_id'] as string,
    name,
    description,
    is_active: answer.isActive,
    trigger: answer['trigger'] as unknown as TriggerModel | null,
    steps: answer['steps'] as unknown as readonly StepModel[],
    template_id: answer['template_id'] as string | null,
    template_version: answer['template_version'] as string | null,
    created_at: answer['created_at'] as string,
    updated_at: answer['updated_at'] as string,
    diagnostics,
  };
}
