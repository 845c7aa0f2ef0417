import type { ServerRecords, Store } from '@skein/ports';
import type { RowTable } from '../values/row-table.ts';
import { agents } from './agents.ts';
import { audit } from './audit.ts';
import { connections } from './connections.ts';
import { datasets, evaluations } from './datasets.ts';
import { destinations } from './destinations.ts';
import { filesTable } from './files.ts';
import { keys } from './keys.ts';
import { mailboxes } from './mailboxes.ts';
import { mcpServers } from './mcp-servers.ts';
import { outbox } from './outbox.ts';
import type { RecordPart } from './record-table.ts';
import type { Records } from './records.ts';
import { remembered } from './remembered.ts';
import { runSummaries } from './run-summaries.ts';
import { secrets } from './secrets.ts';
import { steps } from './steps.ts';
import { deliveries, triggerHistory } from './trigger-history.ts';
import { triggers } from './triggers.ts';
import { views } from './views.ts';

/** Those of a server, and what an engine keeps in the same way. */
type RecordPorts = ServerRecords & Pick<Store, 'remembered'>;

const parts: {
  readonly [Name in keyof RecordPorts]: RecordPart<NonNullable<RecordPorts[Name]>>;
} = {
  keys,
  triggers,
  triggerHistory,
  deliveries,
  mailboxes,
  mcpServers,
  agents,
  steps,
  audit,
  views,
  secrets,
  connections,
  outbox,
  destinations,
  datasets,
  evaluations,
  remembered,
  summaries: runSummaries,
};

/** The tables of all parts, except those that dialects describe. */
export const recordTables: readonly RowTable[] = [
  ...Object.values(parts).flatMap(({ tables }) => tables),
  filesTable,
];

/** The interfaces over them, for any kind of store. */
export function recordPorts(records: Records): RecordPorts {
  const offered = Object.entries(parts).map(([name, { over }]) => [name, over(records)]);
  // True because each part is made by the entry of its name.
  return Object.fromEntries(offered) as RecordPorts;
}
