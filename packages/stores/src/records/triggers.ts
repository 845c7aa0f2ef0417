import { equalJson, isObject, ownValue, workflowId, type JsonObject } from '@skein/kernel';
import {
  unplannedTick,
  type SaveOptions,
  type TriggerRecord,
  type TriggerStore,
} from '@skein/ports';
import { idTaken } from '../values/part-owners.ts';
import { matching, type Match, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { deliveryTable, historyTable } from './trigger-history.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

/** Not `triggers`: that one has the columns of the dialect pipeline, and says nothing of when a trigger fires. */
export const triggerTable = recordTable(
  'workflow_triggers',
  {
    workflow_id: 'key',
    type: 'key',
    config: 'value',
    is_active: 'boolean',
    next_fire_at: 'instant',
    secret: 'value',
    created_at: 'instant',
    updated_at: 'instant',
    claimed_by: 'key',
    claimed_until: 'integer',
  },
  { indexed: ['id', 'user_id,workflow_id', 'is_active,next_fire_at'] },
);

export const triggers: RecordPart<TriggerStore> = { tables: [triggerTable], over: triggersOver };

function triggersOver(records: Records): TriggerStore {
  const one = (id: string, user: string) => matching({ user_id: user, id });
  return {
    put: (trigger) => records.upsert(triggerTable, triggerRow(trigger)),
    get: (id, user) => withFirst(records.find(triggerTable, one(id, user)), toTrigger),
    list({ user, id, workflow, type, isActive, ...paging }) {
      const match = matching({
        user_id: user,
        id,
        workflow_id: workflow,
        type,
        is_active: isActive,
      });
      return withPage(records.find(triggerTable, match, paging), toTrigger);
    },
    async delete(id, user) {
      for (const table of [historyTable, deliveryTable]) {
        await records.delete(table, matching({ user_id: user, trigger_id: id }));
      }
      return withSome(records.delete(triggerTable, one(id, user)));
    },
    due: (now, limit) => dueTriggers(records, now, limit),
    nextDue() {
      const active: Match = [
        ['is_active', '=', true],
        ['next_fire_at', '<', Number.MAX_SAFE_INTEGER],
      ];
      const next = withFirst(
        records.find(triggerTable, active, { by: 'next_fire_at', limit: 1 }),
        (row) => row['next_fire_at'] as number,
      );
      return next instanceof Promise ? next.then((at) => at ?? null) : (next ?? null);
    },
    claimTick: ({ id, user, tick, owner, now, until }) =>
      withSome(
        records.update(
          triggerTable,
          [
            ...one(id, user),
            ['is_active', '=', true],
            ['next_fire_at', '=', tick],
            ['claimed_until', '<=', now],
          ],
          { claimed_by: owner, claimed_until: until },
        ),
      ),
    settleTick: ({ id, user, tick, owner, nextFireAt }) =>
      withSome(
        records.update(
          triggerTable,
          [...one(id, user), ['next_fire_at', '=', tick], ['claimed_by', '=', owner]],
          { next_fire_at: nextFireAt, ...unclaimed },
        ),
      ),
  };
}

const unclaimed = { claimed_by: null, claimed_until: 0 };

async function dueTriggers(
  records: Records,
  now: number,
  limit: number,
): Promise<readonly TriggerRecord[]> {
  const match: Match = [
    ['is_active', '=', true],
    ['next_fire_at', '<=', now],
    ['claimed_until', '<=', now],
  ];
  const { items } = await records.find(triggerTable, match, { by: 'next_fire_at', limit });
  return items.map(toTrigger);
}

export function triggerRow(trigger: TriggerRecord): JsonObject {
  return {
    user_id: trigger.user,
    id: trigger.id,
    workflow_id: trigger.workflow,
    type: trigger.type,
    config: trigger.config,
    is_active: trigger.isActive,
    next_fire_at: trigger.nextFireAt,
    secret: trigger.secret,
    created_at: trigger.createdAt,
    updated_at: trigger.updatedAt,
    ...unclaimed,
  };
}

/** Whether a save says something of the workflow's triggers: without any, only a changed definition can take some away. */
export function changesTriggers(
  { triggers, keepsTriggers }: SaveOptions,
  isChanged: boolean,
): boolean {
  if (triggers === undefined) return false;
  return keepsTriggers !== 'apart' || triggers.length > 0 || isChanged;
}

/** Whether it was set apart from the definition of its workflow, and not written there. */
export function isSetApart(row: JsonObject): boolean {
  const config = row['config'] ?? null;
  return !isObject(config) || ownValue(config, 'isWritten') !== true;
}

/**
 * The row of a trigger that is saved with its workflow, in the place of an earlier one. The secret stays; while its settings are
 * the same, so does the time of the last change, and the next tick if no other one is given.
 */
export function savedTriggerRow(
  trigger: TriggerRecord,
  before: JsonObject | undefined,
  isActive: boolean,
): JsonObject {
  const row = { ...triggerRow(trigger), is_active: isActive };
  if (before === undefined) return row;
  if (before['workflow_id'] !== trigger.workflow) {
    // Every trigger has one.
    throw idTaken('trigger', trigger.id, before['workflow_id'] as string);
  }
  const secret = trigger.secret ?? before['secret'] ?? null;
  const isSame = ['type', 'config', 'is_active'].every((column) =>
    equalJson(row[column as keyof typeof row] ?? null, before[column] ?? null),
  );
  if (!isSame) return { ...row, secret };
  const same = { ...row, secret, updated_at: before['updated_at'] ?? trigger.updatedAt };
  // Whoever saves it without planning it must not undo what a scheduler has planned.
  if (trigger.nextFireAt !== unplannedTick) return same;
  const { claimed_by = null, claimed_until = 0, next_fire_at = null } = before;
  return { ...same, claimed_by, claimed_until, next_fire_at };
}

/** What changes in the rows of a workflow's triggers when it is enabled or disabled; a schedule is planned anew. */
export function switchedTriggers(isActive: boolean): readonly {
  readonly match: Match;
  readonly set: JsonObject;
}[] {
  const schedules = { match: matching({ type: 'schedule' }), set: { next_fire_at: unplannedTick } };
  return [
    { match: [], set: { is_active: isActive, ...unclaimed } },
    ...(isActive ? [schedules] : []),
  ];
}

function toTrigger(row: JsonObject): TriggerRecord {
  return {
    id: row['id'] as string,
    user: row['user_id'] as string,
    workflow: workflowId(row['workflow_id'] as string),
    type: row['type'] as string,
    config: row['config'] ?? null,
    isActive: row['is_active'] === true,
    nextFireAt: row['next_fire_at'] as number | null,
    secret: row['secret'] as string | null,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  };
}
