import { runId, type JsonObject } from '@skein/kernel';
import type { DeliveryStore, TriggerHistoryEntry, TriggerHistoryStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withPage } from './with-page.ts';

/** How many entries are kept for each trigger. */
const entriesMax = 500;

export const historyTable = recordTable(
  'trigger_history',
  { trigger_id: 'key', at: 'instant', outcome: 'value', run_id: 'key', data: 'value' },
  { indexed: ['user_id,trigger_id,place'] },
);

export const deliveryTable = recordTable(
  'trigger_deliveries',
  { trigger_id: 'key', at: 'instant' },
  { indexed: ['at'], scope: 'trigger_id' },
);

export const triggerHistory: RecordPart<TriggerHistoryStore> = {
  tables: [historyTable],
  over: triggerHistoryOver,
};

export const deliveries: RecordPart<DeliveryStore> = {
  tables: [deliveryTable],
  over: deliveriesOver,
};

function triggerHistoryOver(records: Records): TriggerHistoryStore {
  const ofTrigger = (trigger: string, user: string) =>
    matching({ user_id: user, trigger_id: trigger });
  return {
    async append(entry, { keep = entriesMax } = {}) {
      await records.insert(historyTable, toRow(entry));
      await records.trim(historyTable, ofTrigger(entry.trigger, entry.user), keep);
    },
    list: ({ trigger, user, ...paging }) =>
      withPage(
        records.find(historyTable, ofTrigger(trigger, user), { ...paging, order: 'newest' }),
        toEntry,
      ),
  };
}

function deliveriesOver(records: Records): DeliveryStore {
  return {
    add: ({ trigger, user, message, at }) =>
      records.insert(deliveryTable, { user_id: user, trigger_id: trigger, id: message, at }),
    async remove({ trigger, user, message }) {
      const match = matching({ user_id: user, trigger_id: trigger, id: message });
      await records.delete(deliveryTable, match);
    },
    prune: (before) => records.delete(deliveryTable, [['at', '<', before]]),
  };
}

function toRow({ id, trigger, user, at, outcome, run, data }: TriggerHistoryEntry): JsonObject {
  return { user_id: user, id, trigger_id: trigger, at, outcome, run_id: run, data };
}

function toEntry(row: JsonObject): TriggerHistoryEntry {
  return {
    id: row['id'] as string,
    trigger: row['trigger_id'] as string,
    user: row['user_id'] as string,
    at: row['at'] as number,
    outcome: row['outcome'] as string,
    run: row['run_id'] === null ? null : runId(row['run_id'] as string),
    data: row['data'] ?? null,
  };
}
