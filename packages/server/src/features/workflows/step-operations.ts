// Pipeline steps
// A step belongs to one pipeline and changes with it, or stands alone. Incomplete changes are saved, with diagnostics.
import { stepsOf, type AnswerOf, type JsonObject } from '@skein/api';
import { EngineError, type DefinitionRecord, type StepRecord } from '@skein/ports';
import { userOf } from '../../identity/identity.ts';
import { everyItem } from '../../values/every-item.ts';
import { isoTime } from '../../values/iso-time.ts';
import { keepSummary } from '../summaries/summary-source.ts';
import type { Caller } from './caller.ts';
import { definitionOf } from './definition-of.ts';
import { addStep, changeStep, deleteStep, newStep } from './edit-pipeline.ts';
import { editWorkflow, keepEdited } from './save-workflow.ts';
import { toWorkflowAnswer, type WorkflowAnswer } from './workflow-answer.ts';

export type StepJson = AnswerOf<'getStep'>;

/** Edits a pipeline and returns the whole of it. */
export async function editPipeline(
  caller: Caller,
  id: string,
  edit: (definition: JsonObject) => JsonObject,
): Promise<WorkflowAnswer> {
  const record = await editWorkflow(caller, { id }, async (found) => {
    if (found.dialect !== 'pipeline') {
      const message = `is a workflow of the dialect ${found.dialect}; only pipelines have steps`;
      throw new EngineError('REQUEST_INVALID', {
        complaints: [{ in: 'path', pointer: '/id', message }],
      });
    }
    return keepEdited(caller, found, edit(definitionOf(found)));
  });
  return toWorkflowAnswer(caller, record);
}

interface NewStep {
  readonly type: string;
  readonly name: string;
  /** All other settings. */
  readonly fields: JsonObject;
}

export function addNewStep(
  caller: Caller,
  workflow: string,
  { type, name, fields, position }: NewStep & { readonly position: number },
): Promise<WorkflowAnswer> {
  const step = newStep(type, { uuid: caller.services.newId(), name, fields });
  return editPipeline(caller, workflow, (definition) => addStep(definition, { step, position }));
}

/** A step that is not part of a pipeline becomes one of it; the store refuses one that belongs to another. */
export async function addExistingStep(
  caller: Caller,
  workflow: string,
  { uuid, position }: { readonly uuid: string; readonly position: number },
): Promise<WorkflowAnswer> {
  const { id, type, name, details } = await ownStep(caller, uuid);
  const step = { uuid: id, type, name, ...details };
  return editPipeline(caller, workflow, (definition) => addStep(definition, { step, position }));
}

/** A step that is not part of a pipeline. */
export async function createStep(
  { services, identity }: Caller,
  { type, name, fields }: NewStep,
): Promise<StepJson> {
  const now = services.clock.now();
  const id = services.newId();
  const { uuid: _, type: __, name: ___, ...details } = newStep(type, { uuid: id, name, fields });
  const user = identity.owner;
  const record: StepRecord = { id, user, name, type, details, createdAt: now, updatedAt: now };
  await services.records.steps.create(record);
  services.summaries.stepChanged({ user, step: id });
  return toStep(record);
}

/** Throws NOT_FOUND when it does not exist, or belongs to somebody else. */
export async function ownStep({ services, identity }: Caller, id: string): Promise<StepRecord> {
  const step = await services.records.steps.get(id, identity.owner);
  if (step === undefined) throw new EngineError('NOT_FOUND', { what: 'step', id });
  return step;
}

/** In its pipeline too; settings that are not given stay. */
export async function updateStep(
  caller: Caller,
  id: string,
  { name: given, fields }: { readonly name?: string; readonly fields: JsonObject },
): Promise<StepJson & { readonly diagnostics: WorkflowAnswer['diagnostics'] }> {
  const { services } = caller;
  const step = await ownStep(caller, id);
  const name = given ?? step.name;
  const pipeline = await pipelineOf(caller, id);
  if (pipeline === undefined) {
    const updatedAt = services.clock.now();
    const details = keepSummary({ ...step.details, ...fields }, step.details);
    await services.records.steps.put({ ...step, name, details, updatedAt });
    services.summaries.stepChanged({ user: step.user, step: id });
    const changed = await ownStep(caller, id);
    return { ...toStep(changed), diagnostics: diagnosticsOf(caller, changed) };
  }
  const { diagnostics } = await editPipeline(caller, pipeline.id, (definition) =>
    changeStep(definition, { id, fields: { ...fields, name } }),
  );
  return { ...toStep(await ownStep(caller, id)), diagnostics };
}

/** Of a step on its own: what would be wrong with it in any pipeline. */
function diagnosticsOf(
  { services }: Caller,
  { id: uuid, type, name, details }: StepRecord,
): WorkflowAnswer['diagnostics'] {
  const alone = { steps: [{ uuid, type, name, ...details }] };
  const found = services.engine.workflows.validate(alone, { dialect: 'pipeline' });
  return found.filter(({ pointer }) => pointer.startsWith('/steps/0'));
}

/** Also removes it from its pipeline. */
export async function deleteOwnStep(caller: Caller, id: string): Promise<void> {
  await ownStep(caller, id);
  const pipeline = await pipelineOf(caller, id);
  const { services, identity } = caller;
  if (pipeline === undefined) await services.records.steps.delete(id, identity.owner);
  else await editPipeline(caller, pipeline.id, (definition) => deleteStep(definition, id));
}

export function toStep(record: StepRecord): StepJson {
  const { id, user, name, type, details, createdAt, updatedAt } = record;
  const own = type === 'stop_checker' ? details : { generated_summary: null, ...details };
  return {
    ...own,
    uuid: id,
    user_id: userOf(user),
    name,
    type,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}

/** The pipeline that a step belongs to. */
async function pipelineOf(
  { services, identity }: Caller,
  step: string,
): Promise<DefinitionRecord | undefined> {
  const { workflows } = services.engine;
  const pipelines = everyItem((page) =>
    workflows.list({ ...page, user: identity.owner, dialect: 'pipeline' }),
  );
  for await (const pipeline of pipelines) {
    if (stepsOf(pipeline.definition).some(({ uuid }) => uuid === step)) return pipeline;
  }
  return undefined;
}
