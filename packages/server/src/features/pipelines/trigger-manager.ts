import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import {
  changeTrigger,
  deleteTrigger,
  ownTrigger,
  setTrigger,
} from '../workflows/trigger-operations.ts';
import { toTriggerJson } from '../triggers/trigger-record.ts';
import { everyItem } from '../../values/every-item.ts';
import { orNull } from '../../values/or-null.ts';
import type { Caller } from '../workflows/caller.ts';
import type { DescribedType, TriggerModel } from './pipeline-records.ts';
import { triggerTypes } from './pipeline-types.ts';

/** What starts workflows. */
export interface TriggerManager {
  getAvailableTypes(): Promise<readonly DescribedType[]>;
  /** Replaces the workflow's trigger. */
  create(workflowUuid: string, triggerTypeId: string, userId: string): Promise<TriggerModel>;
  get(uuid: string, userId: string): Promise<TriggerModel | null>;
  getForWorkflow(workflowUuid: string, userId: string): Promise<TriggerModel | null>;
  listTriggers(userId: string): Promise<readonly TriggerModel[]>;
  save(model: TriggerModel, userId: string): Promise<TriggerModel>;
  delete(uuid: string, userId: string): Promise<void>;
}

export function triggerManager(callerFor: (userId: string) => Caller): TriggerManager {
  async function list(userId: string, workflow?: string): Promise<readonly TriggerModel[]> {
    const { services, identity } = callerFor(userId);
    const found: TriggerModel[] = [];
    const filter = { user: identity.owner, ...(workflow === undefined ? {} : { workflow }) };
    const triggers = everyItem((page) => services.records.triggers.list({ ...page, ...filter }));
    for await (const trigger of triggers) found.push(toTriggerJson(trigger));
    return found;
  }

  const getForWorkflow: TriggerManager['getForWorkflow'] = async (workflowUuid, userId) =>
    (await list(userId, workflowUuid))[0] ?? null;

  return {
    getAvailableTypes: async () => triggerTypes,
    async create(workflowUuid, triggerTypeId, userId) {
      await setTrigger(callerFor(userId), workflowUuid, { trigger_type_id: triggerTypeId });
      const made = await getForWorkflow(workflowUuid, userId);
      if (made === null) throw new EngineError('NOT_FOUND', { what: 'trigger', id: workflowUuid });
      return made;
    },
    get: (uuid, userId) =>
      orNull(async () => toTriggerJson(await ownTrigger(callerFor(userId), uuid))),
    getForWorkflow,
    listTriggers: (userId) => list(userId),
    async save(model, userId) {
      const { uuid, trigger_type_id, config, filter_rules, initial_data_description } = model;
      const fields: JsonObject = {
        trigger_type_id,
        config,
        filter_rules,
        initial_data_description,
      };
      return toTriggerJson((await changeTrigger(callerFor(userId), uuid, fields)).trigger);
    },
    delete: (uuid, userId) => deleteTrigger(callerFor(userId), uuid),
  };
}
