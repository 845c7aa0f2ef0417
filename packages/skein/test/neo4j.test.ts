// Goal: a graph that somebody wrote in Cypher runs as it is, and its session is there as the original design has it.
import { readFileSync } from 'node:fs';
import { driver } from 'neo4j-driver';
import type { Json, JsonObject } from '@skein/kernel';
import { aloneOnNeo4j, emptyNeo4j, testServer } from '@skein/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, openStore } from '../src/index.ts';
import { composeServer } from '../src/server/compose-server.ts';
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

  it('[C153] drawn graphs are listed, shown, started and edited like any workflow, and stay what is drawn', async () => {
    await cypher(named);
    const engine = await createEngine({ store: url });
    const { items } = await engine.workflows.list();
    expect(items).toMatchObject([{ id: 'Greeting', name: 'Greeting', dialect: 'session-graph' }]);
    const ask = async (id: string, input = {}) => {
      const run = await engine.runs.start(id, input);
      return (await engine.runs.settled(run.id)).waits[0]?.prompt;
    };
    expect(await ask('Greeting')).toBe('Who are you?');
    await cypher(`match (s:STEP {id: 'root'}) set s.input = '{"prompt": "Name?"}'`);
    // Whoever starts it: by its id, as a child, from the newest version.
    expect(await ask('Greeting')).toBe('Name?');
    await cypher(`match (s:STEP {id: 'root'}) set s.input = '{"prompt": "Your name?"}'`);
    const shown = await engine.workflows.newest('Greeting');
    expect(JSON.stringify(shown.definition)).toContain('Your name?');
    const { id: above } = await engine.runs.start({
      skein: 1,
      id: 'above',
      nodes: [{ id: 'below', type: 'subworkflow', config: { workflow: 'Greeting' } }],
    });
    expect((await engine.runs.settled(above)).waits).toMatchObject([{ prompt: 'Your name?' }]);
    await cypher(`match (s:STEP {id: 'root'}) set s.input = '{"prompt": "And you?"}'`);
    expect((await engine.runs.get(above))?.waits).toMatchObject([{ prompt: 'Your name?' }]);
    const changed = {
      name: 'Greeting',
      steps: [{ id: 'root', function: 'utils.request.request', input: { prompt: 'Edited?' } }],
      paths: [],
    };
    const { revision } = await engine.workflows.newest('Greeting');
    await engine.workflows.save(changed, { id: 'Greeting', expected: revision });
    expect(
      await cypher('match (w:WORKFLOW)-[:HAS]->(s:STEP) return w.name as name, s.input as input'),
    ).toEqual([{ name: 'Greeting', input: '{"prompt":"Edited?"}' }]);
    expect(await cypher('match (n) where n:STEP or n:WORKFLOW return n')).toHaveLength(2);
    expect(await ask('Greeting')).toBe('Edited?');
    await engine.close();
  });

  it('[C153] a saved workflow that is edited in Neo4j runs as edited, and keeps what a graph cannot say', async () => {
    const engine = await createEngine({ store: url });
    await engine.workflows.save({
      id: 'talk',
      policy: { maxIterations: 5 },
      steps: [
        { id: 'root', function: 'utils.request.request', input: { prompt: 'A?' }, own: { x: 1 } },
      ],
      paths: [],
    });
    await cypher(`match (s:STEP {id: 'root'}) set s.input = '{"prompt": "B?"}'`);
    const { id } = await engine.runs.start('talk');
    expect((await engine.runs.settled(id)).waits).toMatchObject([{ prompt: 'B?' }]);
    expect((await engine.workflows.get('talk')).definition).toEqual({
      id: 'talk',
      policy: { maxIterations: 5 },
      steps: [
        {
          id: 'root',
          function: 'utils.request.request',
          input: '{"prompt": "B?"}',
          own: { x: 1 },
        },
      ],
      paths: [],
    });
    expect(await engine.workflows.versions('talk')).toHaveLength(2);
    // What is broken there is refused with its diagnostics.
    await cypher(`match (s:STEP {id: 'root'}) set s.input = '{"prompt'`);
    await expect(engine.runs.start('talk')).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
    await engine.workflows.delete('talk');
    expect(await cypher('match (n) where n:STEP or n:WORKFLOW return n')).toEqual([]);
    await engine.close();
  });

  it('[C153] a graph without a WORKFLOW is the workflow root; saving it gives it one', async () => {
    await cypher(drawing);
    const engine = await createEngine({ store: url });
    expect((await engine.workflows.list()).items).toMatchObject([{ id: 'root' }]);
    const { id } = await engine.runs.start('root');
    expect((await engine.runs.settled(id)).waits).toMatchObject([{ prompt: 'Who are you?' }]);
    const { definition } = await engine.workflows.newest('root');
    await engine.workflows.save({ ...(definition as object), name: 'Named' }, { id: 'root' });
    expect(
      await cypher('match (w:WORKFLOW)-[:HAS]->(s) return w.name as name, count(s) as steps'),
    ).toEqual([{ name: 'Named', steps: 3 }]);
    expect(await cypher('match (s:STEP) return s')).toHaveLength(3);
    await engine.close();
  });

  it('[C153] a server lists, shows, starts and changes drawn graphs', async () => {
    await cypher(named);
    const server = await composeServer({ store: url });
    const { url: place } = await server.listen({ port: 0 });
    const send = async (method: string, path: string, body?: object, headers = {}) => {
      const response = await fetch(`${place}/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    };
    const listed = await send('GET', '/workflows');
    expect(listed.body.items).toMatchObject([{ id: 'Greeting', dialect: 'session-graph' }]);
    const shown = await send('GET', '/workflows/Greeting');
    expect(shown.body.definition.steps).toHaveLength(3);
    await cypher(`match (s:STEP {id: 'root'}) set s.input = '{"prompt": "Name?"}'`);
    const started = await send('POST', '/workflows/Greeting/run?wait=20', {});
    expect(started.body.run.waits).toMatchObject([{ prompt: 'Name?' }]);
    const { steps, paths } = shown.body.definition;
    const stale = { 'if-match': shown.headers.get('etag') ?? '' };
    // Somebody has edited the drawing since it was shown.
    const definition = { name: 'Greeting', steps: [...steps, { id: 'more' }], paths };
    expect((await send('PUT', '/workflows/Greeting', definition, stale)).status).toBe(409);
    const now = await send('GET', '/workflows/Greeting');
    const fresh = { 'if-match': now.headers.get('etag') ?? '' };
    expect((await send('PUT', '/workflows/Greeting', definition, fresh)).status).toBe(200);
    expect(
      await cypher('match (w:WORKFLOW)-[:HAS]->(s:STEP) return w.name as name, count(s) as steps'),
    ).toEqual([{ name: 'Greeting', steps: 4 }]);
    await cypher("create (:WORKFLOW {name: 'Greeting', id: 'Greeting'})");
    const refused = await send('POST', '/workflows/Greeting/run', {});
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'DRAWING_AMBIGUOUS' } } });
    await server.close();
  });

  it('[C153] an ambiguous name is an error on every way, and hides no other workflow', async () => {
    await cypher(
      `${named}, (:WORKFLOW {name: 'Greeting'}), (:WORKFLOW {name: 'Other'})-[:HAS]->(:STEP {id: 'start'})`,
    );
    const problems: unknown[] = [];
    const engine = await createEngine({ store: url, onProblem: (error) => problems.push(error) });
    const refusal = { code: 'DRAWING_AMBIGUOUS', details: { name: 'Greeting' } };
    expect((await engine.workflows.list()).items).toMatchObject([{ id: 'Other' }]);
    expect(problems).toMatchObject([refusal]);
    await expect(engine.runs.start('Greeting')).rejects.toMatchObject(refusal);
    await expect(engine.workflows.newest('Greeting')).rejects.toMatchObject(refusal);
    const { code, document } = await json(['run', url, '--workflow', 'Greeting']);
    expect({ code, document }).toMatchObject({ code: 2, document: { error: refusal } });
    expect(await cypher('match (s:SESSION) return s')).toEqual([]);
    await engine.close();
    const store = await openStore(url);
    expect(await store.drawn?.read({ workflow: 'Other' })).toEqual({
      id: 'Other',
      definition: { name: 'Other', steps: [{ id: 'start' }], paths: [] },
    });
    await store.close();
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
