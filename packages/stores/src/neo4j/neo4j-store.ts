// The Neo4j store
// Journals, runs and waits as nodes, and definitions of the dialect session-graph as graphs that can be drawn and run.
import type { Store, StoreCheck, StoreFinding, TableStore } from '@skein/ports';
import { filesOver } from '../records/files.ts';
import { recordPorts } from '../records/record-ports.ts';
import { GroupCommit } from '../groups/group-commit.ts';
import { pendingAppend } from '../groups/pending-append.ts';
import { toKey } from '../values/key-text.ts';
import { tableWorkflows } from '../values/table-workflows.ts';
import { withErrors } from '../values/with-errors.ts';
import { damagedNodes } from './damaged-nodes.ts';
import { drawnGraphs } from './drawn-graphs.ts';
import { graphRecords } from './graph-records.ts';
import { commitOnNeo4j } from './neo4j-append.ts';
import { Neo4jConnection, neo4jError } from './neo4j-connection.ts';
import { graphDefinitions } from './neo4j-definitions.ts';
import { graphInbox } from './neo4j-inbox.ts';
import { graphLeases } from './neo4j-leases.ts';
import { graphSlots } from './neo4j-slots.ts';
import { deleteGraphRuns, readGraphRuns } from './neo4j-runs.ts';
import { migrateGraph, neo4jSchemaVersion } from './migrations/migrate-graph.ts';
import { graphKeptEvents, graphWaits } from './neo4j-waits.ts';
import { findGraphRows, graphTables } from './session-rows.ts';

/** Connects and creates the constraints that it needs. */
export async function neo4jStore(url: string): Promise<Store> {
  const connection = new Neo4jConnection(url);
  try {
    await migrateGraph(connection);
  } catch (error) {
    await connection.close();
    throw neo4jError(error);
  }
  return withErrors(storeOver(connection), neo4jError);
}

function storeOver(connection: Neo4jConnection): Store {
  const { read } = connection;
  const definitions = graphDefinitions(connection);
  const records = graphRecords(connection);
  const group = new GroupCommit((appends) => commitOnNeo4j(connection, appends).catch(rethrow));
  return {
    runs: {
      ...readGraphRuns(connection),
      ...deleteGraphRuns(connection),
      append: (run, expectedSeq, events, changes, epoch) =>
        group.add(pendingAppend({ run, expectedSeq, events, changes, epoch, tables: graphTables })),
    },
    definitions,
    drawn: drawnGraphs(read, definitions),
    waits: graphWaits(connection),
    keptEvents: graphKeptEvents(connection),
    leases: graphLeases(connection),
    inbox: graphInbox(connection),
    slots: graphSlots(connection),
    budgets: {
      async get(root) {
        const [row] = await read(
          'match (b:SkeinBudget {root: $root}) return b.tokens as tokens, b.usd as usd, b.bytes as bytes',
          { root: toKey(root) },
        );
        const [tokens, usd, bytes] = ['tokens', 'usd', 'bytes'].map((name) =>
          Number(row?.[name] ?? 0),
        );
        return { tokens: tokens ?? 0, usd: usd ?? 0, bytes: bytes ?? 0 };
      },
    },
    tables: tableStore(connection),
    ...recordPorts(records),
    files: filesOver(records),
    marks: markStore(connection),
    isDurable: true,
    isShared: true,
    check: () => checkGraph(connection),
    async close() {
      await group.close();
      await connection.close();
    },
  };
}

/** Beside the number of the schema. */
function markStore(connection: Neo4jConnection): NonNullable<Store['marks']> {
  const named = (name: string) => ({ name: `done: ${name}` });
  return {
    has: async (name) =>
      (await connection.read('match (m:SkeinMeta {name: $name}) return 1 as found', named(name)))
        .length > 0,
    set: (name) =>
      connection.write(async (ask) => {
        await ask('merge (:SkeinMeta {name: $name})', named(name));
      }),
  };
}

function tableStore({ read }: Neo4jConnection): TableStore {
  const find: TableStore['find'] = async (table, where) => findGraphRows(read, table, where);
  return { names: new Set(graphTables.keys()), find, workflows: tableWorkflows(find) };
}

function rethrow(error: unknown): never {
  throw neo4jError(error);
}

async function checkGraph(connection: Neo4jConnection): Promise<StoreCheck> {
  const findings: StoreFinding[] = [];
  try {
    findings.push({ what: 'version', isGood: true, text: await connection.version() });
    const [row] = await connection.read(
      `match (m:SkeinMeta {name: 'schema'}) return m.version as version,
         count { (:SkeinRun) } as runs, count { (:SkeinEvent) } as events, count { (:SkeinWait) } as waits`,
    );
    const version = Number(row?.['version'] ?? 0);
    const isGood = version === neo4jSchemaVersion;
    findings.push(
      { what: 'schema', isGood, text: `version ${version}` },
      { what: 'durability', isGood: true, text: 'every commit is in the transaction log' },
      {
        what: 'rows',
        isGood: true,
        text: `${Number(row?.['runs'])} runs, ${Number(row?.['events'])} events, ${Number(row?.['waits'])} waits`,
      },
    );
    const damaged = await damagedNodes(connection);
    const text = damaged.length === 0 ? 'readable' : `unreadable: ${damaged.join('; ')}`;
    findings.push({ what: 'records', isGood: damaged.length === 0, text });
  } catch (error) {
    findings.push({ what: 'connection', isGood: false, text: neo4jError(error).message });
  }
  const isHealthy = findings.every(({ isGood }) => isGood);
  return { kind: 'neo4j', place: connection.place, isHealthy, findings };
}
