// Programs that know an agent graph only by its design write rows without an owner: the column has a default. SQLite cannot give a
// column one, so the tables are made anew there; and its views cannot be written to without triggers, so those under the old names
// (0005) get some.
import type { Flavour } from '../flavour.ts';
import { ask, type Script } from '../script.ts';

const tables = {
  agent_workflows: [
    'name text',
    'description text',
    'isConversational integer',
    'entrypointNodeId text',
  ],
  workflow_nodes: ['workflowId text not null', 'nodeType text', 'nodeName text', 'agentId text'],
  workflow_edges: [
    'workflowId text not null',
    'sourceNodeId text',
    'targetNodeId text',
    'conditionType text',
    'conditionValue text',
  ],
  agents: ['name text', 'systemPrompt text', 'model text', 'tools text'],
};

export function* openTables({ kind }: Flavour): Script<void> {
  for (const [name, columns] of Object.entries(tables)) {
    const column = kind === 'mysql' ? 'userId' : '"userId"';
    if (kind === 'sqlite') yield* makeAnew(name, columns);
    else yield* ask(`alter table skein_${name} alter column ${column} set default ''`);
  }
}

function* makeAnew(name: string, columns: readonly string[]): Script<void> {
  const all = columns.map((column) => column.replace(/^(\w+)/, '"$1"')).join(', ');
  const names = ['userId', 'id', ...columns.map((column) => column.replace(/ .*/, ''))];
  const list = names.map((column) => `"${column}"`).join(', ');
  const key = ['userId', ...names.filter((column) => column === 'workflowId'), 'id'];
  const keys = key.map((column) => `"${column}"`).join(', ');
  // Otherwise views of others on the table would stop the renaming.
  yield* ask('pragma legacy_alter_table = on');
  yield* ask(`drop table if exists skein_${name}_anew`);
  yield* ask(
    `create table skein_${name}_anew ("userId" text not null default '', id text not null, ${all},
      primary key (${keys})) strict`,
  );
  yield* ask(`insert into skein_${name}_anew (${list}) select ${list} from skein_${name}`);
  yield* ask(`drop table skein_${name}`);
  yield* ask(`alter table skein_${name}_anew rename to skein_${name}`);
  yield* ask('pragma legacy_alter_table = off');
  const text = `create view ${name} as select * from skein_${name}`;
  const [view] = yield* ask(`select sql from sqlite_master where type = 'view' and name = ?`, name);
  if (String(view?.['sql']).toLowerCase() === text) yield* makeWritable(name, { names, key });
}

/** Each row is the one with its key: a change of the key itself moves it. */
function* makeWritable(
  name: string,
  { names, key }: { readonly names: readonly string[]; readonly key: readonly string[] },
): Script<void> {
  const list = names.map((column) => `"${column}"`).join(', ');
  const values = names
    .map((column) => (column === 'userId' ? `coalesce(new."userId", '')` : `new."${column}"`))
    .join(', ');
  const match = key.map((column) => `"${column}" = old."${column}"`).join(' and ');
  const deletes = `delete from skein_${name} where ${match};`;
  const inserts = `insert into skein_${name} (${list}) values (${values});`;
  const bodies = { insert: inserts, update: `${deletes} ${inserts}`, delete: deletes };
  for (const [event, body] of Object.entries(bodies)) {
    yield* ask(`drop trigger if exists skein_${name}_${event}`);
    yield* ask(
      `create trigger skein_${name}_${event} instead of ${event} on ${name} begin ${body} end`,
    );
  }
}
