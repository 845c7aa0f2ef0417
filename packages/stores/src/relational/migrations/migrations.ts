import { firstTables } from './0001-first-tables.ts';
import { records } from './0002-records.ts';
import { thinIndexes } from './0003-thin-indexes.ts';
import { hideInner } from './0004-hide-inner.ts';
import { oldNames } from './0005-old-names.ts';
import { openTables } from './0006-open-tables.ts';
import { mailAndMcp } from './0007-mail-and-mcp.ts';
import { realTypes } from './0008-real-types.ts';
import { outbox } from './0009-outbox.ts';
import { slots } from './0010-slots.ts';
import { answering } from './0011-answering.ts';
import { quarantine } from './0012-quarantine.ts';
import { debounce } from './0013-debounce.ts';
import { destinations } from './0014-destinations.ts';
import { files } from './0015-files.ts';
import { remembered } from './0016-remembered.ts';
import { nodeDebounce } from './0017-node-debounce.ts';
import { outboxOrder } from './0018-outbox-order.ts';
import { datasets } from './0019-datasets.ts';
import { runSummaries } from './0020-run-summaries.ts';
import { connections } from './0021-connections.ts';
import { rememberedOrder } from './0022-remembered-order.ts';
import type { Migration } from './migration.ts';

/** All migrations in order: a new one is added at the end. The schema of a database has the number of its last one. */
export const migrations: readonly Migration[] = [
  firstTables,
  records,
  thinIndexes,
  hideInner,
  oldNames,
  openTables,
  mailAndMcp,
  realTypes,
  outbox,
  slots,
  answering,
  quarantine,
  debounce,
  destinations,
  files,
  remembered,
  nodeDebounce,
  outboxOrder,
  datasets,
  runSummaries,
  connections,
  rememberedOrder,
];
