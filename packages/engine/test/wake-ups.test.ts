// Goal: what waking a run reads does not grow with its conversation, and nobody who needs the conversation misses a word.
// Method: conversations that are long enough for snapshots, on a store that counts what is read of them.
import { createEngine, type Engine, type StartOptions } from '@skein/engine';
import { seededIds, settleTicks, virtualClock } from '@skein/simulation';
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import { isObject, type Json, type Policy, type Workflow } from '@skein/kernel';
import { EngineError, type NodeFunction, type NodeType, type Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, task } from '@skein/testkit';
import { afterEach, describe, expect, it } from 'vitest';

const filling = 'x'.repeat(4000);
const ask = { id: 'ask', type: 'input', config: { prompt: 'What now?' } };

/** Says `turns` things, then asks; the answer "again" asks once more, any other one goes on. */
function talk(turns: number, policy: Policy = {}): Workflow {
  const isAgain = { left: '${previous}', op: 'startsWith', right: 'again' } as const;
  return buildWorkflow({
    policy: { maxSteps: 100_000, ...policy },
    nodes: [task('say'), ask, task('hear')],
    edges: [
      { from: 'say', to: 'say', when: { left: '${previous}', op: 'lt', right: turns } },
      { from: 'say', to: 'ask', when: { left: '${previous}', op: 'gte', right: turns } },
      { from: 'ask', to: 'ask', when: isAgain },
      { from: 'ask', to: 'hear', when: { not: isAgain } },
    ],
  });
}

interface Read {
  rows: number;
  bytes: number;
  /** How often messages were read. */
  conversations: number;
}

/** Nothing but a conversation has as many rows. */
const manyRows = 50;

/** The store, with a count of what is read of journals and snapshots. */
function counted(store: Store, isAway: () => boolean = () => false): [Store, Read] {
  const read: Read = { rows: 0, bytes: 0, conversations: 0 };
  const note = (rows: readonly unknown[], more: unknown = null) => {
    read.rows += rows.length;
    read.bytes += JSON.stringify([rows, more]).length;
  };
  const { runs } = store;
  const counting: Store['runs'] = {
    ...runs,
    load: async (run) => {
      const stored = await runs.load(run);
      if (stored !== undefined) note(stored.events, stored.snapshot);
      return stored;
    },
    journal: async (...given) => {
      const rows = await runs.journal(...given);
      note(rows ?? []);
      return rows;
    },
    rows: async (run, seqs) => {
      if (seqs.length > manyRows) {
        read.conversations += 1;
        if (isAway()) throw new EngineError('STORE_UNAVAILABLE', { reason: 'the test says so' });
      }
      const rows = await runs.rows(run, seqs);
      note(rows);
      return rows;
    },
  };
  return [{ ...store, runs: counting }, read];
}

describe('waking a run up', () => {
  const engines: Engine[] = [];
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close();
  });

  /** The conversation as `hear` found it. */
  let heard: readonly (readonly Json[])[] = [];

  const say: NodeFunction = ({ activation }) => ({
    value: activation,
    context: { append: [{ role: 'user', content: `${activation} ${filling}` }] },
  });
  const hear: NodeFunction = (_, io) => {
    heard = [...heard, io.context().messages.map(wordOf)];
    return {};
  };

  async function open(store: Store) {
    const type: NodeType = {
      kind: { type: 'task', mode: 'execute', ports: 'any' },
      description: 'Says or hears something.',
      run: (call, io) => (call.node.startsWith('say') ? say(call, io) : hear(call, io)),
    };
    const clock = virtualClock();
    const engine = await createEngine({
      store,
      nodeTypes: new Map([...nativeNodeTypes({ functions: new Map() }), ['task', type]]),
      checkSchema: checkJsonSchema,
      clock,
      ids: seededIds(engines.length + 1),
      durable: { residentMax: 0 },
      onProblem: () => {},
    });
    engines.push(engine);
    return { engine, clock };
  }

  /** A run of another process, which waits in the store. */
  async function asleep(workflow: Workflow, start: StartOptions = {}) {
    heard = [];
    const store = memoryStore();
    const { engine } = await open(store);
    const { id } = await engine.runs.start(workflow, start);
    await engine.runs.settled(id);
    await engine.close();
    return { store, id };
  }

  const words = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}`);

  it('[E62] reads as much after 2,000 messages as after 200, and none of them to ask again', async () => {
    const read = async (turns: number) => {
      const { store, id } = await asleep(talk(turns));
      const [counting, counts] = counted(store);
      const { engine } = await open(counting);
      await engine.waits.answer({ run: id, node: 'ask' }, 'again');
      await settleTicks();
      const found = { ...counts };
      expect(await engine.runs.get(id)).toMatchObject({
        status: 'waiting',
        contexts: { main: { messages: turns } },
      });
      expect(counts.conversations).toBe(0);
      return found;
    };
    const [short, long] = [await read(200), await read(2000)];
    // A tail is up to a quarter of a megabyte, and a row may reach over that.
    for (const { bytes, rows } of [short, long]) {
      expect(bytes).toBeLessThan(300_000);
      expect(rows).toBeLessThan(90);
    }
    expect(heard).toEqual([]);
  });

  it('[E62] a function is given all of it, in one read for all that are called together', async () => {
    const flow = talk(200);
    const nodes = [...flow.nodes, task('hear too')];
    const toAll = flow.edges!.map((edge) =>
      edge.to === 'hear' ? [edge, { ...edge, to: 'hear too' }] : [edge],
    );
    const { store, id } = await asleep({ ...flow, nodes, edges: toAll.flat() });
    const [counting, counts] = counted(store);
    const { engine } = await open(counting);
    await engine.waits.answer({ run: id, node: 'ask' }, 'again');
    await settleTicks();
    expect(counts.conversations).toBe(0);
    await engine.waits.answer({ run: id, node: 'ask' }, 'go on');
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
    expect(heard).toEqual([words(200), words(200)]);
    expect(counts.conversations).toBe(1);
  });

  it('[E62] a snapshot of a run that has not read them leads to them too', async () => {
    const { store, id } = await asleep(talk(200));
    const { engine } = await open(store);
    const seqOf = async () => (await store.runs.load(id))?.snapshot?.seq ?? 0;
    const before = await seqOf();
    for (let i = 0; i < 100; i++) {
      await engine.waits.answer({ run: id, node: 'ask' }, `again ${i} ${filling}`);
    }
    await settleTicks();
    expect(await seqOf()).toBeGreaterThan(before);
    await engine.close();
    const { engine: next } = await open(store);
    await next.waits.answer({ run: id, node: 'ask' }, 'go on');
    await next.runs.finished(id);
    expect(heard).toEqual([words(200)]);
  });

  it('[E62] an input that is the first message is found again', async () => {
    const input = `hello ${filling}`;
    const { store, id } = await asleep(talk(200, { inputIs: 'message' }), { input });
    const { engine } = await open(store);
    await engine.waits.answer({ run: id, node: 'ask' }, 'go on');
    await engine.runs.finished(id);
    expect(heard).toEqual([['hello', ...words(200)]]);
  });

  it('[E62] a graph that reads messages has them, and so has a view that shows them', async () => {
    const flow = talk(200);
    const last = { ...ask, config: { prompt: '${context.messages[-1].content}' } };
    const nodes = flow.nodes.map((node) => (node.id === 'ask' ? last : node));
    const { store, id } = await asleep({ ...flow, nodes });
    const { engine } = await open(store);
    await engine.waits.answer({ run: id, node: 'ask' }, 'again');
    await settleTicks();
    const { waits } = await engine.runs.get(id);
    expect(waits).toMatchObject([{ prompt: `200 ${filling}` }]);
    const { messages } = await engine.runs.view(id, 'agent-graph');
    expect((messages as readonly Json[]).map(wordOf)).toEqual(words(200));
  });

  it('[E62][E120] a store that is unavailable while they are read costs time only', async () => {
    const { store, id } = await asleep(talk(200));
    let isAway = true;
    const [failing, counts] = counted(store, () => isAway);
    const { engine, clock } = await open(failing);
    await engine.waits.answer({ run: id, node: 'ask' }, 'go on');
    await clock.advance(5000);
    expect(counts.conversations).toBeGreaterThan(1);
    expect(heard).toEqual([]);
    isAway = false;
    await clock.advance(60_000);
    await settleTicks();
    expect(heard).toEqual([words(200)]);
    expect(await engine.runs.get(id)).toMatchObject({ status: 'completed' });
  });
});

/** What a message begins with. */
function wordOf(message: Json): string {
  const content = isObject(message) ? message['content'] : null;
  return typeof content === 'string' ? (content.split(' ')[0] ?? '') : '';
}
