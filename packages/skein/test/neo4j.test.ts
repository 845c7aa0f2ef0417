// Goal: a graph that somebody wrote in Cypher runs as it is, and its session is there as the original design has it.
import { readFileSync } from 'node:fs';
import { driver } from 'neo4j-driver';
import type { Json, JsonObject } from '@skein/kernel';
import { aloneOnNeo4j, emptyNeo4j, testServer } from '@skein/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { callSkein } from './call-skein.ts';
import { folderWith, skein } from './spawn-skein.ts';

const server = await testServer('neo4j');
const url = 'url' in server ? server.url : '';
let leave = () => {};
beforeAll(async () => {
  if (url !== '') leave = await aloneOnNeo4j(url);
}, 600_000);
afterAll(() => leave());

async function cypher(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = driver(url, undefined, { disableLosslessIntegers: true });
  try {
    return (await client.executeQuery(text)).records.map((record) => record.toObject());
  } finally {
    await client.close();
  }
}

const drawing = `
  create (ask:STEP {id: 'root', function: 'utils.request.request', input: '{"prompt": "Who are you?"}'}),
    (hello:STEP {id: 'hello', function: 'utils.reply.reply', input: '{"message": "Hi @{SESSION_ID}.root.response"}'}),
    (bye:STEP {id: 'bye', function: 'utils.reply.reply', input: '{"message": "Bye"}'}),
    (ask)-[:NEXT {conditions: '["@{SESSION_ID}.root.response"]', operator: 'AND', priority: 1}]->(hello),
    (hello)-[:NEXT]->(bye)`;

const named = `${drawing}, (w:WORKFLOW {name: 'Greeting'}), (w)-[:HAS]->(ask), (w)-[:HAS]->(hello), (w)-[:HAS]->(bye)`;

describe('graphs in Neo4j', () => {
  beforeEach(async ({ skip }) => {
    skip('missing' in server, 'missing' in server ? server.missing : '');
    await emptyNeo4j(url);
  });

  const json = async (given: readonly string[], by: typeof callSkein = callSkein) => {
    const { stdout, code } = await by([...given, '--json']);
    return { code, document: JSON.parse(stdout) as JsonObject };
  };

  it('[C92] a workflow that was written in Cypher runs as it is; its SESSION has the state of the run', async () => {
    await cypher(named);
    const run = ['run', url, '--workflow', 'Greeting', '--view', 'session-graph'];
    const waiting = await json(run, skein);
    expect(waiting).toMatchObject({
      code: 3,
      document: { workflow: { root: { status: 'awaiting_input' } } },
    });
    const first = await sessions();
    expect(first).toEqual([{ name: 'Greeting', state: waiting.document }]);
    const id = waiting.document['id'] as string;
    const done = await json(['runs', 'answer', id, 'root="Ann"', '--store', url]);
    expect(done).toMatchObject({ code: 0, document: { status: 'completed' } });
    const view = await json(['runs', 'show', id, '--view', 'session-graph', '--store', url]);
    expect(view.document).toMatchObject({
      data: { outputs: { hello: [{ message: 'Hi Ann' }], bye: [{ message: 'Bye' }] } },
    });
    expect(await sessions()).toEqual([{ name: 'Greeting', state: view.document }]);
    // Nothing was drawn beside what was there.
    expect(await cypher('match (n) where n:STEP or n:WORKFLOW return count(n) as count')).toEqual([
      { count: 4 },
    ]);
    const [session] = await cypher('match (s:SESSION) return s.id as id, s.created_at as at');
    expect(session?.['id']).toBe(id);
    expect(String(session?.['at'])).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('[C92] without a WORKFLOW it is what can be reached from root, or from the step that is named', async () => {
    await cypher(drawing);
    const whole = await json(['run', url, '--answer', 'root="Bob"', '--view', 'session-graph']);
    expect(whole).toMatchObject({
      code: 0,
      document: { data: { outputs: { hello: [{ message: 'Hi Bob' }] } } },
    });
    const part = await json(['run', url, '--start', 'bye', '--view', 'session-graph']);
    expect(part).toMatchObject({
      code: 0,
      document: { workflow: { bye: { status: 'complete' } } },
    });
    expect(Object.keys(part.document['workflow'] as object)).toEqual(['bye']);
    expect(await cypher('match (s:SESSION) return s.id')).toHaveLength(2);
    expect(await cypher('match (n) where n:STEP or n:WORKFLOW return n')).toHaveLength(3);
  });

  it('[C92] what is not there, and --workflow without an address, is said with a code', async () => {
    const missing = await json(['run', url, '--workflow', 'Nobody']);
    expect(missing).toMatchObject({ code: 5, document: { error: { code: 'WORKFLOW_NOT_FOUND' } } });
    const nowhere = await json(['run', url, '--start', 'nowhere']);
    expect(nowhere).toMatchObject({ code: 5, document: { error: { code: 'NODE_NOT_FOUND' } } });
    const { folder, remove } = folderWith({ 'flow.json': { steps: [{ id: 'root' }], paths: [] } });
    const file = await json(['run', `${folder}/flow.json`, '--workflow', 'X']);
    expect(file).toMatchObject({ code: 2, document: { error: { code: 'USAGE' } } });
    remove();
  });

  it('[C92] sessions of saved definitions run their own workflow, in each state as the view shows it', async () => {
    const read = (name: string) =>
      JSON.parse(
        readFileSync(new URL(`../../../examples/session-graph/${name}`, import.meta.url), 'utf8'),
      ) as never;
    const engine = await createEngine({ store: url, script: read('01-conversation.script.json') });
    const definition: object = read('01-conversation.json');
    for (const user of ['ann', 'bob']) {
      await engine.workflows.save(definition, { user, id: 'talk' });
    }
    const { id } = await engine.runs.start('talk', { user: 'bob' });
    for (const answer of ['How do I make green tea?', { response: 'Thank you, bye' }] as Json[]) {
      await engine.runs.settled(id);
      expect(await sessions()).toEqual([
        { name: 'A conversation', state: await engine.runs.view(id) },
      ]);
      await engine.waits.answer({ run: id, node: 'root' }, answer);
    }
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
    const view = await engine.runs.view(id);
    expect(await sessions()).toEqual([{ name: 'A conversation', state: view }]);
    const [owner] = await cypher('match (:SESSION)-[:RUNS]->(w) return w.user_id as user');
    expect(owner).toEqual({ user: 'bob' });
    await cypher('match (s:SESSION) detach delete s');
    await engine.runs.rebuildProjections();
    expect(await sessions()).toEqual([{ name: 'A conversation', state: view }]);
    await engine.close();
  });

  it('[C151] the SESSION agrees with the view after each pass, also after a retry', async () => {
    let times = 0;
    const flaky = () => {
      if (++times < 3) throw new Error(`time ${times}`);
      return { fine: true };
    };
    const engine = await createEngine({ store: url, functions: { flaky } });
    const { id } = await engine.runs.start({
      name: 'Retried',
      steps: [
        { id: 'root' },
        { id: 'bad', function: 'flaky' },
        { id: 'a', function: 'utils.request.request', input: { prompt: 'A?' } },
        { id: 'b', function: 'utils.request.request', input: { prompt: 'B?' } },
        { id: 'late', function: 'utils.reply.reply', input: { message: '@{SESSION_ID}.bad.fine' } },
      ],
      paths: ['bad', 'a', 'b', 'late'].map((to) => ({ from: 'root', to })),
    });
    const agree = async (workflow: object) => {
      await engine.runs.settled(id);
      const view = await engine.runs.view(id);
      expect(view).toMatchObject({ workflow });
      expect(await sessions()).toEqual([{ name: 'Retried', state: view }]);
    };
    await agree({ bad: { status: 'error', error: 'time 1' }, late: { status: 'pending' } });
    await engine.runs.retry(id, 'bad');
    await agree({ bad: { status: 'active', error: '' }, a: { status: 'awaiting_input' } });
    await engine.waits.answer({ run: id, node: 'b' }, 'b');
    await agree({ bad: { status: 'error', error: 'time 2' }, b: { status: 'complete' } });
    await engine.runs.retry(id, 'bad');
    await agree({ bad: { status: 'complete', error: '' }, a: { status: 'awaiting_input' } });
    await engine.waits.answer({ run: id, node: 'a' }, 'a');
    await agree({ late: { status: 'complete' } });
    await engine.close();
  });

  async function sessions() {
    const rows = await cypher(
      'match (s:SESSION)-[:RUNS]->(w:WORKFLOW) return w.name as name, s.state as state',
    );
    return rows.map(({ name, state }) => ({ name, state: JSON.parse(String(state)) as unknown }));
  }
});
