import { checkRecord } from '../records/check-record.ts';
import { recordOrder, recordPage } from '../records/record-page.ts';
import type { Records } from '../records/records.ts';
import type { RelationalDatabase } from './database.ts';
import {
  deleteRows,
  insertReturning,
  insertRow,
  measureRows,
  selectRows,
  trimRows,
  updateRows,
} from './rows/record-scripts.ts';
import { upsertRow } from './rows/write-row.ts';

export function relationalRecords(database: RelationalDatabase): Records {
  const { flavour } = database;
  return {
    async insert(table, row) {
      checkRecord(table, row);
      // One statement is a transaction by itself: a round trip instead of four.
      if (flavour.canReturn) return database.look(() => insertReturning(flavour, table, row));
      return database.write(() => insertRow(flavour, table, row));
    },
    async upsert(table, row) {
      checkRecord(table, row);
      await database.write(() => upsertRow(flavour, table, row));
    },
    update: async (table, match, set) =>
      database.write(() => updateRows(flavour, table, { match, set })),
    delete: async (table, match) => database.write(() => deleteRows(flavour, table, match)),
    trim: async (table, match, keep) =>
      database.write(() => trimRows(flavour, table, { match, keep })),
    measure: async (table, match, column) =>
      database.look(() => measureRows(flavour, table, { match, column })),
    async find(table, match, paging = {}) {
      const order = recordOrder(table, paging);
      const rows = await database.look(() => selectRows(flavour, table, match, order));
      return recordPage(rows, order, paging);
    },
  };
}
