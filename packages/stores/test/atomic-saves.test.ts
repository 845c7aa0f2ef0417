// Goal: a workflow with its steps, trigger and agents is there as a whole or not at all, wherever the database fails.
// Method: the database itself refuses one statement in the middle; then every table must be as it was.
import { versionId, workflowId } from '@skein/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DefinitionRecord, SaveOptions, Store, TriggerRecord } from '@skein/ports';
import { openStore } from '@skein/stores';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

type Kind = 'sqlite' | 'postgres' | 'mysql';
type Event = 'insert' | 'update' | 'delete';

interface Database {
  readonly url: string;
  run(sql: string): Promise<readonly object[]>;
  drop(): Promise<void>;
}

const folder = mkdtempSync(path.join(tmpdir(), 'skein-atomic-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tables = [
  'workflow_versions',
  'workflow_heads',
  'workflows',
  'workflow_steps',
  'triggers',
  'workflow_triggers',
  'agent_workflows',
  'workflow_nodes',
  'workflow_edges',
  'agents',
];

const step = (uuid: string, name = uuid) => ({ uuid, name, type: 'custom_llm', model: 'm' });
const pipeline = (steps: readonly object[], trigger: string): Partial<DefinitionRecord> => ({
  dialect: 'pipeline',
  definition: { uuid: 'w', name: 'W', steps, trigger: { uuid: trigger } } as never,
});
const node = (id: string) => ({ id, nodeType: 'AGENT', nodeName: id, agentId: 'a' });
const graph = (nodes: readonly string[], name: string): Partial<DefinitionRecord> => ({
  dialect: 'agent-graph',
  definition: {
    id: 'w',
    name,
    nodes: nodes.map(node),
    edges: nodes.map((id) => ({ id: `e-${id}`, sourceNodeId: id, conditionType: 'ALWAYS' })),
    agents: [{ id: 'a', name }],
  } as never,
});
const trigger = (id: string): TriggerRecord => ({
  id,
  user: 'ann',
  workflow: workflowId('w'),
  type: 'manual',
  config: null,
  isActive: true,
  nextFireAt: null,
  secret: null,
  createdAt: 1,
  updatedAt: 1,
});

interface Change {
  readonly what: string;
  readonly before?: Partial<DefinitionRecord>;
  readonly after?: Partial<DefinitionRecord>;
  readonly options?: SaveOptions;
  readonly faults: readonly (readonly [Event, string])[];
}

const changes: readonly Change[] = [
  {
    what: 'a pipeline that is created',
    after: pipeline([step('s1'), step('s2')], 't1'),
    options: { triggers: [trigger('t1')] },
    faults: [
      ['insert', 'workflow_heads'],
      ['insert', 'workflow_steps'],
      ['insert', 'triggers'],
      ['insert', 'workflow_triggers'],
    ],
  },
  {
    what: 'a pipeline with another trigger and other steps',
    before: pipeline([step('s1'), step('s2')], 't1'),
    after: pipeline([step('s2', 'two'), step('s3')], 't2'),
    options: { triggers: [trigger('t2')] },
    faults: [
      ['insert', 'workflow_versions'],
      ['delete', 'workflow_steps'],
      ['update', 'workflow_steps'],
      ['delete', 'triggers'],
      ['insert', 'triggers'],
      ['delete', 'workflow_triggers'],
    ],
  },
  {
    what: 'a pipeline that is deleted',
    before: pipeline([step('s1')], 't1'),
    faults: [
      ['delete', 'workflow_steps'],
      ['delete', 'triggers'],
      ['delete', 'workflow_triggers'],
    ],
  },
  {
    what: 'a graph of agents that is changed',
    before: graph(['n1', 'n2'], 'one'),
    after: graph(['n2', 'n3'], 'two'),
    faults: [
      ['update', 'agent_workflows'],
      ['insert', 'workflow_nodes'],
      ['delete', 'workflow_edges'],
      ['update', 'agents'],
    ],
  },
  {
    what: 'a graph of agents that is deleted and created anew',
    before: graph(['n1', 'n2'], 'one'),
    after: graph(['n2', 'n3'], 'two'),
    options: { tables: 'recreate' },
    faults: [
      ['delete', 'workflow_nodes'],
      ['insert', 'workflow_nodes'],
      ['insert', 'workflow_edges'],
    ],
  },
];

describe.each<Kind>(['sqlite', 'postgres', 'mysql'])('saves on %s', (kind) => {
  let database: Database | undefined;
  let missing = '';
  let store: Store;
  beforeAll(async () => {
    const made = await makeDatabase(kind);
    if ('missing' in made) ({ missing } = made);
    else {
      database = made;
      store = await openStore(made.url);
    }
  });
  beforeEach(({ skip }) => skip(missing !== '', missing));
  afterAll(async () => {
    if (database === undefined) return;
    await store.close();
    await database.drop();
  });
  const ask = async (sql: string) => (database === undefined ? [] : database.run(sql));
  const dump = async () => {
    const found: Record<string, unknown> = {};
    for (const table of tables) {
      const rows = await ask(`select * from skein_${table}`);
      found[table] = rows.map((row) => JSON.stringify(row)).toSorted();
    }
    return found;
  };

  it.each(changes)('[S16] $what: all or nothing, wherever it fails', async (change) => {
    const { before, after, options = {}, faults } = change;
    const save = (version: string, more: Partial<DefinitionRecord>, given: SaveOptions = {}) =>
      store.definitions.save(
        {
          id: workflowId('w'),
          user: 'ann',
          version: versionId(version),
          definition: null,
          dialect: '',
          savedAt: 1,
          ...more,
        },
        given,
      );
    const act = async () => {
      if (after === undefined) await store.definitions.delete(workflowId('w'), 'ann');
      else await save('2', after, options);
    };
    for (const table of tables) await ask(`delete from skein_${table}`);
    if (before !== undefined) await save('1', before, { triggers: [trigger('t1')] });
    const was = await dump();
    for (const [event, table] of faults) {
      for (const sql of faultOn(kind, event, table)) await ask(sql);
      await expect(act(), `${event} ${table}`).rejects.toMatchObject({ code: 'STORE_FAILED' });
      for (const sql of faultOff(kind, table)) await ask(sql);
      expect(await dump()).toEqual(was);
    }
    await act();
    expect(await dump()).not.toEqual(was);
  });
});

function faultOn(kind: Kind, event: Event, table: string): readonly string[] {
  switch (kind) {
    case 'sqlite':
      return [
        `create trigger fault before ${event} on skein_${table} begin select raise(abort, 'no'); end`,
      ];
    case 'mysql':
      return [
        `create trigger fault before ${event} on skein_${table} for each row signal sqlstate '45000' set message_text = 'no'`,
      ];
    case 'postgres':
      return [
        `create or replace function fault() returns trigger as $$ begin raise exception 'no'; end $$ language plpgsql`,
        `create trigger fault before ${event} on skein_${table} for each row execute function fault()`,
      ];
  }
}

function faultOff(kind: Kind, table: string): readonly string[] {
  return [`drop trigger fault${kind === 'postgres' ? ` on skein_${table}` : ''}`];
}

async function makeDatabase(kind: Kind): Promise<Database | { readonly missing: string }> {
  if (kind !== 'sqlite') {
    const server = await testServer(kind);
    if ('missing' in server) return server;
    return kind === 'postgres' ? freshPostgres(server.url) : freshMysql(server.url);
  }
  const file = path.join(folder, 'a.db');
  return {
    url: `sqlite:${file}`,
    async run(sql) {
      const database = new DatabaseSync(file);
      try {
        return database.prepare(sql).all();
      } finally {
        database.close();
      }
    },
    drop: async () => {},
  };
}
