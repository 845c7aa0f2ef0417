import { driver } from 'neo4j-driver';
import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import {
  aloneOnNeo4j,
  checkHostileTexts,
  emptyNeo4j,
  storeContract,
  testServer,
} from '@skein/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const server = await testServer('neo4j');
const url = 'url' in server ? server.url : '';

let leave = () => {};
beforeAll(async () => {
  if (url !== '') leave = await aloneOnNeo4j(url);
}, 600_000);
afterAll(() => leave());

storeContract('neo4j', {
  async open() {
    await emptyNeo4j(url);
    return openStore(url);
  },
  again: { how: 'beside', open: () => openStore(url) },
  ...('missing' in server ? server : {}),
});

describe('graphs in Neo4j', () => {
  beforeEach(async ({ skip }) => {
    skip('missing' in server, 'missing' in server ? server.missing : '');
    await emptyNeo4j(url);
  });
  it('I4 I9 [S18] hostile texts go through the engine and come back, or are refused', async () => {
    const store = await openStore(url);
    try {
      await checkHostileTexts(store);
    } finally {
      await store.close();
    }
  });

  const cypher = async (text: string) => {
    const client = driver(url, undefined, { disableLosslessIntegers: true });
    try {
      const { records } = await client.executeQuery(text);
      return records.map((record) => record.toObject());
    } finally {
      await client.close();
    }
  };
  const definition = {
    name: 'Greeting',
    steps: [
      { id: 'root', function: 'utils.request.request', input: { prompt: "What's your name?" } },
      { id: 'hello', function: 'utils.reply.reply', input: '{"message": "Hi"}' },
    ],
    paths: [
      {
        from: 'root',
        to: 'hello',
        conditions: ['@{SESSION_ID}.root.response'],
        operator: 'AND',
        priority: 1,
      },
    ],
  };
  const save = async (version: string, saved: object) => {
    const store = await openStore(url);
    const record = {
      id: workflowId('g'),
      version: versionId(version),
      definition: saved as never,
      dialect: 'session-graph',
      savedAt: 1,
    };
    await store.definitions.save(record);
    return store;
  };

  it('[S26] a saved definition is drawn: steps, paths, and the workflow that has them', async () => {
    const store = await save('1', definition);
    expect(
      await cypher(`match (w:WORKFLOW)-[:HAS]->(s:STEP) optional match (s)-[n:NEXT]->(t)
        return w.name as name, s.id as id, s.function as function, s.input as input, n.operator as operator,
          n.priority as priority, n.conditions as conditions, t.id as next order by s.id desc`),
    ).toEqual([
      {
        name: 'Greeting',
        id: 'root',
        function: 'utils.request.request',
        input: '{"prompt":"What\'s your name?"}',
        operator: 'AND',
        priority: 1,
        conditions: ['@{SESSION_ID}.root.response'],
        next: 'hello',
      },
      {
        name: 'Greeting',
        id: 'hello',
        function: 'utils.reply.reply',
        input: '{"message": "Hi"}',
        operator: null,
        priority: null,
        conditions: null,
        next: null,
      },
    ]);
    expect(await store.drawn?.read({ workflow: 'Greeting' })).toMatchObject({
      id: 'g',
      definition: { steps: [{ id: 'root' }, { id: 'hello' }], paths: definition.paths },
    });
    await store.close();
    const next = await save('2', {
      steps: [{ id: 'root' }],
      paths: [{ from: 'root', to: 'root' }],
    });
    expect(
      await cypher(
        'match (s:STEP) optional match (s)-[n:NEXT]->(t) return s.id as id, t.id as next',
      ),
    ).toEqual([{ id: 'root', next: 'root' }]);
    await next.definitions.delete(workflowId('g'));
    expect(await cypher('match (n) where n:STEP or n:WORKFLOW return n')).toEqual([]);
    await next.close();
  });

  it('[S26] a graph that someone drew with plain Cypher is read as a definition', async () => {
    await cypher(`create (a:STEP {id: 'root', function: 'f', input: '{"x": 1}'}), (b:STEP {id: 'b', tags: ['t']}),
      (:STEP {id: 'elsewhere'}), (a)-[:NEXT {conditions: '["@{SESSION_ID}.root"]', operator: 'OR', priority: 2}]->(b),
      (b)-[:NEXT]->(a), (b)-[:NEXT]->(b)`);
    const store = await openStore(url);
    expect(await store.drawn?.read({})).toEqual({
      id: 'root',
      definition: {
        steps: [
          { id: 'b', tags: ['t'] },
          { id: 'root', function: 'f', input: '{"x": 1}' },
        ],
        paths: [
          { from: 'b', to: 'b' },
          { from: 'b', to: 'root' },
          {
            from: 'root',
            to: 'b',
            conditions: '["@{SESSION_ID}.root"]',
            operator: 'OR',
            priority: 2,
          },
        ],
      },
    });
    expect(await store.drawn?.read({ start: 'elsewhere' })).toEqual({
      definition: { steps: [{ id: 'elsewhere' }], paths: [] },
    });
    expect(await store.drawn?.read({ start: 'nowhere' })).toBeUndefined();
    expect(await store.drawn?.read({ workflow: 'nobody' })).toBeUndefined();
    await store.close();
  });

  it('[S51] two workflows of one name, and two roots, are an error that lists them', async () => {
    await cypher(`create (:WORKFLOW {name: 'Twice', id: 'one'})-[:HAS]->(:STEP {id: 'root', function: 'f'}),
      (:WORKFLOW {name: 'Twice', id: 'two'})-[:HAS]->(:STEP {id: 'root'})`);
    const store = await openStore(url);
    await expect(store.drawn?.read({ workflow: 'Twice' })).rejects.toMatchObject({
      code: 'DRAWING_AMBIGUOUS',
      message:
        /^"Twice" is drawn 2 times: WORKFLOW \S+ \("Twice", id (one|two), 1 steps\); WORKFLOW \S+ \("Twice", id (one|two), 1 steps\)\.$/,
    });
    expect(await store.drawn?.read({ workflow: 'one' })).toMatchObject({ id: 'one' });
    await expect(store.drawn?.read({})).rejects.toMatchObject({
      code: 'DRAWING_AMBIGUOUS',
      message: /STEP \S+ \(f, of "Twice"\)/,
    });
    await cypher("create (:STEP {id: 'root', function: 'g'})");
    expect(await store.drawn?.read({})).toEqual({
      id: 'root',
      definition: { steps: [{ id: 'root', function: 'g' }], paths: [] },
    });
    await cypher("create (:STEP {id: 'root', function: 'h'})");
    await expect(store.drawn?.read({})).rejects.toMatchObject({
      code: 'DRAWING_AMBIGUOUS',
      details: {
        name: 'root',
        found: expect.arrayContaining([expect.stringMatching(/h, of no WORKFLOW/)]),
      },
    });
    await cypher("create (:WORKFLOW {id: 'one'})");
    await expect(store.drawn?.changed('one')).rejects.toMatchObject({ code: 'DRAWING_AMBIGUOUS' });
    await store.close();
  });

  it('[S52] an edit of a drawing changes what it says and nothing else', async () => {
    const definition = {
      name: 'Edited',
      policy: { maxIterations: 7 },
      steps: [
        { id: 'root', function: 'f', input: { x: [1, { deep: true }] }, own: { x: 3 } },
        { id: 'a', tags: ['t'], input: '{"y": 1}' },
        { id: 'b', description: 'gone' },
      ],
      paths: [
        { from: 'root', to: 'b', priority: 2, conditions: [{ true: '@{SESSION_ID}.root' }] },
        { from: 'root', to: 'a', operator: 'OR' },
      ],
    };
    const store = await openStore(url);
    const record = { id: workflowId('g'), version: versionId('1'), definition, savedAt: 1 };
    await store.definitions.save({ ...record, dialect: 'session-graph', studio: { at: 1 } });
    expect(await store.drawn?.changed('g')).toBeUndefined();
    await cypher(
      `match (:WORKFLOW {id: 'g'})-[:HAS]->(s:STEP {id: 'a'}) set s.function = 'h', s.tags = null`,
    );
    await cypher(`match (w:WORKFLOW {id: 'g'})-[:HAS]->(s:STEP {id: 'b'}) detach delete s
      create (w)-[:HAS]->(c:STEP {id: 'c', input: '{"z": 2}'}) with w, c
      match (w)-[:HAS]->(a:STEP {id: 'a'}) create (a)-[:NEXT {priority: 1}]->(c)`);
    expect(await store.drawn?.changed('g')).toEqual({
      definition: {
        ...definition,
        steps: [
          definition.steps[0],
          { id: 'a', input: '{"y": 1}', function: 'h' },
          { id: 'c', input: '{"z": 2}' },
        ],
        paths: [definition.paths[1], { from: 'a', to: 'c', priority: 1 }],
      },
      revision: 1,
      studio: { at: 1 },
    });
    await store.close();
  });

  it('[S23][S33] definitions inside others that an earlier version has listed are hidden', async () => {
    const store = await openStore(url);
    const below = {
      depth: 1,
      parent: { run: runId('above'), path: 'n/1/0' },
      root: runId('above'),
    };
    for (const [id, under] of [
      ['w#own', { depth: 0 }],
      ['w#inner', below],
    ] as const) {
      const record = {
        id: workflowId(id),
        version: versionId('v'),
        definition: {},
        dialect: 'native',
        savedAt: 1,
      };
      await store.definitions.save(record);
      const event = { type: 'run.started', seq: 1, at: 1 } as RunEvent;
      const created = { workflow: { id: workflowId(id), version: versionId('v') }, ...under };
      await store.runs.append(runId(`run of ${id}`), 0, [event], { created, status: 'waiting' });
    }
    const listed = async (one: Store) => (await one.definitions.list({})).items.map(({ id }) => id);
    expect(await listed(store)).toEqual(['w#own', 'w#inner']);
    await store.close();
    await cypher("match (m:SkeinMeta {name: 'schema'}) set m.version = 2");
    const next = await openStore(url);
    expect(await listed(next)).toEqual(['w#own']);
    expect(await next.definitions.get(workflowId('w#inner'), versionId('v'))).toMatchObject({
      id: 'w#inner',
    });
    await next.close();
  });

  it('[S26] the state of a session is written with the append that caused it', async () => {
    const store = await save('1', definition);
    const event = { type: 'run.started', seq: 1, at: 1 } as RunEvent;
    const set = {
      state: { id: 'r', workflow: {} },
      created_at: '2026-01-02T03:04:05Z',
      workflow: 'g',
    };
    await store.runs.append(runId('r'), 0, [event], {
      created: { workflow: { id: workflowId('g'), version: versionId('1') }, depth: 0 },
      status: 'running',
      projections: [{ table: 'SESSION', key: 'r', set }],
    });
    expect(await store.tables.find('SESSION', { id: 'r' })).toEqual([
      { id: 'r', state: set.state, created_at: '2026-01-02T03:04:05Z', workflow: 'g' },
    ]);
    const [row] = await cypher(
      'match (s:SESSION)-[:RUNS]->(w:WORKFLOW) return s.state as state, w.name as name',
    );
    expect(row).toEqual({ state: JSON.stringify(set.state), name: 'Greeting' });
    await store.close();
  });
});
