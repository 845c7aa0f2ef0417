import { checkRecord } from '../records/check-record.ts';
import { recordOrder, recordPage } from '../records/record-page.ts';
import type { Records } from '../records/records.ts';
import {
  deleteNodes,
  findNodes,
  insertNode,
  measureNodes,
  trimNodes,
  updateNodes,
  upsertNode,
} from './graph-rows.ts';
import type { Neo4jConnection } from './neo4j-connection.ts';

export function graphRecords(connection: Neo4jConnection): Records {
  return {
    async insert(table, row) {
      checkRecord(table, row);
      return connection.write((ask) => insertNode(ask, table, row));
    },
    async upsert(table, row) {
      checkRecord(table, row);
      await connection.write((ask) => upsertNode(ask, table, row));
    },
    update: async (table, match, set) =>
      connection.write((ask) => updateNodes(ask, table, { match, set })),
    delete: async (table, match) => connection.write((ask) => deleteNodes(ask, table, match)),
    trim: async (table, match, keep) =>
      connection.write((ask) => trimNodes(ask, table, { match, keep })),
    measure: (table, match, column) => measureNodes(connection.read, table, { match, column }),
    async find(table, match, paging = {}) {
      const order = recordOrder(table, paging);
      return recordPage(await findNodes(connection.read, table, match, order), order, paging);
    },
  };
}
