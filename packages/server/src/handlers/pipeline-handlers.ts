import { type AnswerOf, type JsonObject } from '@skein/api';
import { EngineError, type DefinitionRecord, type StepRecord } from '@skein/ports';
import { userOf } from '../identity/identity.ts';
import {
  addStep,
  changeStep,
  deleteStep,
  newStep,
  orderSteps,
  stepsOf,
} from '../pipelines/edit-pipeline.ts';
import { changeWorkflow, keep, type Caller } from '../workflows/save-workflow.ts';
import {
  definitionOf,
  toWorkflowAnswer,
  type WorkflowAnswer,
} from '../workflows/workflow-answer.ts';
import { paging } from './account-handlers.ts';
import type { Handlers } from './handler.ts';
import { isoTime } from './iso-time.ts';
import { defined } from './run-handlers.ts';

type PipelineHandlers = Pick<
  Handlers,
  | 'addStep'
  | 'orderSteps'
  | 'putStep'
  | 'deleteStep'
  | 'listSteps'
  | 'createStep'
  | 'getStep'
  | 'changeStep'
  | 'removeStep'
>;

export const pipelineHandlers: PipelineHandlers = {
  async addStep(asked) {
    const { type, step_type: other, name, position, ...fields } = asked.body;
    const chosen = type ?? other;
    if (chosen === undefined) {
      const complaints = [{ in: 'body', pointer: '/type', message: 'is needed' }];
      throw new EngineError('REQUEST_INVALID', { complaints });
    }
    const uuid = asked.services.newId();
    const step = newStep(chosen, { uuid, name, fields: plain(fields) });
    return edit(asked, asked.params.id, (definition) => addStep(definition, { step, position }));
  },
  orderSteps: (asked) =>
    edit(asked, asked.params.id, (definition) =>
      orderSteps(definition, asked.body.ordered_step_uuids),
    ),
  putStep: (asked) =>
    edit(asked, asked.params.id, (definition) =>
      changeStep(definition, { id: asked.params.step, fields: plain(asked.body) }),
    ),
  deleteStep: (asked) =>
    edit(asked, asked.params.id, (definition) => deleteStep(definition, asked.params.step)),
  async listSteps({ query, identity, services }) {
    const { type } = query;
    const page = await services.store.steps.list({
      user: identity.owner,
      ...paging(query),
      ...(type === undefined ? {} : { type }),
    });
    return { body: { items: page.items.map(toStep), nextCursor: page.nextCursor } };
  },
  async createStep({ body, identity, services }) {
    const { type, name, ...fields } = body;
    const now = services.clock.now();
    const uuid = services.newId();
    const {
      uuid: _,
      type: __,
      name: ___,
      ...details
    } = newStep(type, {
      uuid,
      name,
      fields: plain(fields),
    });
    const record: StepRecord = {
      id: uuid,
      user: identity.owner,
      name,
      type,
      details,
      createdAt: now,
      updatedAt: now,
    };
    await services.store.steps.create(record);
    return { body: toStep(record) };
  },
  async getStep(asked) {
    return { body: toStep(await ownStep(asked, asked.params.id)) };
  },
  async changeStep(asked) {
    const { params, body, services } = asked;
    const step = await ownStep(asked, params.id);
    const { name = step.name, ...fields } = body;
    const owner = await workflowOf(asked, params.id);
    if (owner === undefined) {
      const updatedAt = services.clock.now();
      const details = { ...step.details, ...plain(fields) };
      await services.store.steps.put({ ...step, name, details, updatedAt });
    } else {
      await edit(asked, owner.id, (definition) =>
        changeStep(definition, { id: params.id, fields: { ...plain(fields), name } }),
      );
    }
    return { body: toStep(await ownStep(asked, params.id)) };
  },
  async removeStep(asked) {
    const { params, identity, services } = asked;
    await ownStep(asked, params.id);
    const owner = await workflowOf(asked, params.id);
    if (owner === undefined) await services.store.steps.delete(params.id, identity.owner);
    else await edit(asked, owner.id, (definition) => deleteStep(definition, params.id));
    return { body: undefined };
  },
};

/** Changes a pipeline and gives back all of it; what the change leaves incomplete is kept and named. */
async function edit(
  caller: Caller,
  id: string,
  change: (definition: JsonObject) => JsonObject,
): Promise<{ readonly body: WorkflowAnswer }> {
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
  return { body: await toWorkflowAnswer(caller.services, caller.identity, record) };
}

async function ownStep({ services, identity }: Caller, id: string): Promise<StepRecord> {
  const step = await services.store.steps.get(id, identity.owner);
  if (step === undefined) throw new EngineError('NOT_FOUND', { what: 'step', id });
  return step;
}

/** The pipeline that a step belongs to. */
async function workflowOf(
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

/** What a body says, as JSON: keys without a value are absent. */
function plain(fields: object): JsonObject {
  return defined(fields) as JsonObject;
}

function toStep({
  id,
  user,
  name,
  type,
  details,
  createdAt,
  updatedAt,
}: StepRecord): AnswerOf<'getStep'> {
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
