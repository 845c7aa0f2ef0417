// Steps of pipelines
// Each belongs to one pipeline and changes with it, or is on its own. What a change leaves incomplete is kept and named.
import type { AnswerOf, JsonObject } from '@skein/api';
import { EngineError, type DefinitionRecord, type StepRecord } from '@skein/ports';
import { isoTime } from '../../values/iso-time.ts';
import { userOf } from '../../identity/identity.ts';
import { keepSummary } from '../summaries/summary-source.ts';
import { changeWorkflow, keep, type Caller } from './save-workflow.ts';
import { definitionOf, toWorkflowAnswer, type WorkflowAnswer } from './workflow-answer.ts';
import { addStep, changeStep, deleteStep, newStep, stepsOf } from './edit-pipeline.ts';

export type StepJson = AnswerOf<'getStep'>;

/** Changes a pipeline and gives back all of it. */
export async function editPipeline(
  caller: Caller,
  id: string,
  change: (definition: JsonObject) => JsonObject,
): Promise<WorkflowAnswer> {
  const record = await changeWorkflow(caller, { id, ifMatch: undefined }, async (found) => {
    if (found === undefined) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
    if (found.dialect !== 'pipeline') {
      const message = `names a workflow of the dialect ${found.dialect}, and only pipelines have steps`;
      throw new EngineError('REQUEST_INVALID', {
        complaints: [{ in: 'path', pointer: '/id', message }],
      });
    }
    const { studio, revision: expected } = found;
    return keep(caller, change(definitionOf(found)), {
      id,
      dialect: found.dialect,
      expected,
      ...(studio === undefined ? {} : { studio }),
      isDraft: true,
    });
  });
  return toWorkflowAnswer(caller.services, caller.identity, record);
}

interface NewStep {
  readonly type: string;
  readonly name: string;
  /** Whatever else it says. */
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

/** One that belongs to no pipeline. */
export async function createStep(
  { services, identity }: Caller,
  { type, name, fields }: NewStep,
): Promise<StepJson> {
  const now = services.clock.now();
  const id = services.newId();
  const { uuid: _, type: __, name: ___, ...details } = newStep(type, { uuid: id, name, fields });
  const user = identity.owner;
  const record: StepRecord = { id, user, name, type, details, createdAt: now, updatedAt: now };
  await services.store.steps.create(record);
  services.summaries.stepChanged({ user, step: id });
  return toStep(record);
}

/** Throws NOT_FOUND when nobody, or somebody else, has it. */
export async function ownStep({ services, identity }: Caller, id: string): Promise<StepRecord> {
  const step = await services.store.steps.get(id, identity.owner);
  if (step === undefined) throw new EngineError('NOT_FOUND', { what: 'step', id });
  return step;
}

/** In its pipeline too; what is not named stays. */
export async function updateStep(
  caller: Caller,
  id: string,
  { name: given, fields }: { readonly name?: string | undefined; readonly fields: JsonObject },
): Promise<StepJson> {
  const { services } = caller;
  const step = await ownStep(caller, id);
  const name = given ?? step.name;
  const owner = await pipelineOf(caller, id);
  if (owner === undefined) {
    const updatedAt = services.clock.now();
    const details = keepSummary({ ...step.details, ...fields }, step.details);
    await services.store.steps.put({ ...step, name, details, updatedAt });
    services.summaries.stepChanged({ user: step.user, step: id });
  } else {
    await editPipeline(caller, owner.id, (definition) =>
      changeStep(definition, { id, fields: { ...fields, name } }),
    );
  }
  return toStep(await ownStep(caller, id));
}

/** From its pipeline too. */
export async function removeStep(caller: Caller, id: string): Promise<void> {
  await ownStep(caller, id);
  const owner = await pipelineOf(caller, id);
  const { services, identity } = caller;
  if (owner === undefined) await services.store.steps.delete(id, identity.owner);
  else await editPipeline(caller, owner.id, (definition) => deleteStep(definition, id));
}

export function toStep(record: StepRecord): StepJson {
  const { id, user, name, type, details, createdAt, updatedAt } = record;
  return {
    ...details,
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
  let cursor: string | null = null;
  do {
    const page = await services.store.definitions.list({
      user: identity.owner,
      dialect: 'pipeline',
      ...(cursor === null ? {} : { cursor }),
      limit: 200,
    });
    const found = page.items.find((record) =>
      stepsOf(definitionOf(record)).some(({ uuid }) => uuid === step),
    );
    if (found !== undefined) return found;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return undefined;
}
