// Goal: the tables of an agent graph are what it is built from. Method: the statements that a person would write who knows only
// the design, on each kind of database, beside an engine that is open.
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Script } from '../../src/index.ts';

const edge = (id: string, value: string, targetNodeId: string | null, sourceNodeId = 'n1') => ({
  id,
  workflowId: 'desk',
  sourceNodeId,
  targetNodeId,
  conditionType: 'CONDITIONAL',
  conditionValue: value,
});

const node = (id: string, nodeName: string) => ({
  id,
  workflowId: 'desk',
  nodeType: 'AGENT',
  nodeName,
  agentId: `agent-${id}`,
});

const desk = {
  id: 'desk',
  name: 'Desk',
  isConversational: false,
  entrypointNodeId: 'n1',
  nodes: [node('n1', 'Front'), node('n2', 'Sales'), node('n3', 'Help')],
  edges: [edge('e1', 'Sales', 'n2'), edge('e2', 'Help', 'n3')],
  agents: [
    { id: 'agent-n1', name: 'Front', systemPrompt: 'Send them on.' },
    { id: 'agent-n2', name: 'Sales', systemPrompt: 'Sell.' },
    { id: 'agent-n3', name: 'Help', systemPrompt: 'Help.' },
  ],
  policy: { maxSteps: 6 },
};

/** The first agent sends everybody to the sales; the others answer by their prompts. */
const script: Script = {
  replies: [
    { when: { contains: 'Send them on.' }, text: '{"next":"Sales"}', repeat: true },
    { when: { contains: 'Sell a lot.' }, text: 'We sell a lot.', repeat: true },
    { when: { contains: 'Sell.' }, text: 'We sell.', repeat: true },
    { when: { contains: 'Help.' }, text: 'We help.', repeat: true },
  ],
};

const kinds = [{ kind: 'sqlite' }, { kind: 'postgres' }, { kind: 'mysql' }] as const;

interface Database {
  readonly url: string;
  run(sql: string): Promise<readonly object[]>;
  drop(): Promise<void>;
}

describe.each(kinds)('the tables of an agent graph on $kind', async ({ kind }) => {
  const server = kind === 'sqlite' ? null : await testServer(kind);
  let database: Database;
  let engine: Engine;

  beforeEach(async ({ skip }) => {
    skip(server !== null && 'missing' in server);
    if (server === null) database = sqlite();
    else if ('url' in server) {
      database = await (kind === 'postgres' ? freshPostgres : freshMysql)(server.url);
    }
    engine = await createEngine({ store: database.url, script });
  });
  afterEach(async () => {
    await engine.close();
    await database.drop();
  });

  /** PostgreSQL folds names without quotes to lower case. */
  const sql = (text: string) => database.run(kind === 'postgres' ? text : text.replaceAll('"', ''));
  const output = async (workflow = 'desk') => {
    const { id } = await engine.runs.start(workflow, { input: 'Hello' });
    return (await engine.runs.finished(id)).output;
  };

  it('[C143] an edge that was changed, added or deleted there counts for the next run, and is a version', async () => {
    const first = await engine.workflows.save(desk);
    expect(await output()).toBe('We sell.');
    await sql(`update skein_workflow_edges set "targetNodeId" = 'n3' where id = 'e1'`);
    expect(await output()).toBe('We help.');
    const { version, definition, revision } = await engine.workflows.newest('desk');
    expect(version).not.toBe(first.version);
    expect(revision).toBe(first.revision + 1);
    expect(definition).toEqual({ ...desk, edges: [edge('e1', 'Sales', 'n3'), desk.edges[1]] });
    await sql(`delete from skein_workflow_edges where id = 'e1'`);
    await sql(`insert into skein_workflow_edges
      (id, "workflowId", "sourceNodeId", "targetNodeId", "conditionType", "conditionValue")
      values ('e9', 'desk', 'n1', 'n2', 'CONDITIONAL', 'Sales')`);
    expect(await output()).toBe('We sell.');
    expect((await engine.workflows.newest('desk')).definition).toMatchObject({
      edges: [desk.edges[1], edge('e9', 'Sales', 'n2')],
    });
    // Nothing changed since.
    expect((await engine.workflows.newest('desk')).revision).toBe(revision + 1);
    // The document is the source when it is saved again, and rows that it does not have are gone.
    await engine.workflows.save(desk);
    expect(await sql('select id from skein_workflow_edges order by id')).toMatchObject([
      { id: 'e1' },
      { id: 'e2' },
    ]);
  });

  it('[C143] an agent that was changed there counts for the next run; a run that began keeps what it had', async () => {
    await engine.workflows.save({ ...desk, isConversational: true });
    const { id } = await engine.runs.start('desk', { input: 'Hello' });
    const begun = await engine.runs.settled(id);
    expect(begun.status).toBe('waiting');
    await sql(`update skein_agents set "systemPrompt" = 'Sell a lot.' where id = 'agent-n2'`);
    await engine.waits.answer({ run: id, node: 'n2' }, 'And now?');
    expect((await engine.runs.settled(id)).output).toBe(begun.output);
    const next = await engine.runs.start('desk', { input: 'Hello' });
    const settled = await engine.runs.settled(next.id);
    const view = (await engine.runs.view(next.id, 'agent-graph')) as { messages: object[] };
    expect(view.messages.at(-1)).toMatchObject({ content: 'We sell a lot.' });
    expect(settled.workflow.version).not.toBe(begun.workflow.version);
  });

  it('[C143] a broken change is refused at the start, by the place of its diagnostic', async () => {
    await engine.workflows.save(desk);
    await sql(`update skein_workflow_edges set "targetNodeId" = 'nobody' where id = 'e1'`);
    await expect(engine.runs.start('desk', { input: 'Hello' })).rejects.toMatchObject({
      code: 'WORKFLOW_INVALID',
      details: { diagnostics: [{ pointer: '/edges/0/targetNodeId' }, { severity: 'warning' }] },
    });
    await sql(`update skein_workflow_edges set "targetNodeId" = 'n2' where id = 'e1'`);
    expect(await output()).toBe('We sell.');
  });

  it('[C143] a workflow that was written there as a whole is started by its id', async () => {
    await sql(`insert into skein_agent_workflows (id, name, "isConversational", "entrypointNodeId")
      values ('two', 'Two', ${kind === 'postgres' ? 'false' : '0'}, 'm1')`);
    await sql(`insert into skein_workflow_nodes (id, "workflowId", "nodeType", "nodeName", "agentId")
      values ('m1', 'two', 'AGENT', 'Sales', 'seller')`);
    await sql(`insert into skein_agents (id, name, "systemPrompt", tools)
      values ('seller', 'Sales', 'Sell.', '[]')`);
    expect(await output('two')).toBe('We sell.');
    expect((await engine.workflows.list({})).items).toMatchObject([{ id: 'two', name: 'Two' }]);
  });

  it('[C143] saving with `recreate` deletes every row of its nodes and edges before it writes them', async () => {
    await engine.workflows.save(desk);
    await sql(`insert into skein_workflow_edges (id, "workflowId", "sourceNodeId", "conditionType")
      values ('stray', 'desk', 'n2', 'ALWAYS')`);
    await engine.workflows.save(desk, { tables: 'recreate' });
    const rows = await sql('select id from skein_workflow_edges order by id');
    expect(rows).toMatchObject([{ id: 'e1' }, { id: 'e2' }]);
    expect(await output()).toBe('We sell.');
  });
});

function sqlite(): Database {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-tables-'));
  const file = path.join(folder, 'a.db');
  return {
    url: `sqlite:${file}`,
    async run(sql) {
      const connection = new DatabaseSync(file);
      try {
        return connection.prepare(sql).all() as readonly object[];
      } finally {
        connection.close();
      }
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
