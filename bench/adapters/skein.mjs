// Skein in the harness that measures its peers
// Copied into the harness's adapters/ by bench/peers.ts, which also says which file has Skein's library (SKEIN_LIBRARY). The node bodies
// are the harness's own, so that every system does the same work.
import { digest, nodes } from '../workloads.mjs';

export const variants = {
  memory: { kind: 'memory', durability: 'none (journal in memory)', install: ['skein'] },
  sqlite: {
    kind: 'durable',
    floor: 'sqlite-full',
    durability:
      'SQLite, WAL, synchronous=FULL: each step on the disk before the next, group commit',
    install: ['skein'],
  },
  pg: {
    kind: 'durable',
    needs: ['pg'],
    floor: 'pg',
    durability:
      'PostgreSQL, synchronous_commit=on: each step committed before the next, group commit',
    install: ['skein'],
  },
};

const unlimited = { maxSteps: 10_000_000 };
const call = (id, name, args) => ({
  id,
  type: 'function',
  config: args === undefined ? { name } : { name, args },
});

export async function open(variant, ctx) {
  const { createEngine } = await import(ctx.library ?? process.env.SKEIN_LIBRARY);
  const store = await storeFor(variant, ctx);
  const engine = await createEngine({
    ...(store === null ? {} : { store: store.url }),
    functions: {
      step: ({ input }) => nodes.step(input),
      work: ({ i }) => nodes.work(i),
      join: (parts) => nodes.join(Object.values(parts)),
      prepare: ({ input }) => nodes.prepare(input),
      conclude: ({ id, answer }) => nodes.conclude(id, answer),
      pass: ({ input }) => input,
    },
    nodeTypes: { think: thinkType },
  });
  /** Our runs by the names that the harness gives them. */
  const runs = new Map();
  const finish = async (name, workflow, input) => {
    const { id } = await engine.runs.start(workflow, { input });
    if (store !== null) runs.set(name, id);
    return (await engine.runs.finished(id)).output;
  };
  return {
    async chain(n) {
      const list = Array.from({ length: n }, (_, i) => call(`n${i}`, 'step'));
      const edges = list.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
      const { id } = await engine.workflows.save({
        skein: 1,
        policy: unlimited,
        nodes: list,
        edges,
      });
      return (name) => finish(name, id, { count: 0 });
    },
    async fanout(w) {
      const list = [call('s', 'pass')];
      const edges = [];
      for (let i = 0; i < w; i++) {
        list.push(call(`w${i}`, 'work', { i }));
        edges.push({ from: 's', to: `w${i}` }, { from: `w${i}`, to: 'j', in: `p${i}` });
      }
      list.push(call('j', 'join'));
      // All at once, as in the hand-written floor; the default is 16 at a time.
      const policy = store === null ? unlimited : { ...unlimited, concurrency: w };
      const { id } = await engine.workflows.save({ skein: 1, policy, nodes: list, edges });
      return (name) => finish(name, id, 0);
    },
    async loop(n) {
      const again = { left: '${previous.count}', op: 'lt', right: n };
      const { id } = await engine.workflows.save({
        skein: 1,
        policy: unlimited,
        nodes: [{ id: 'n', type: 'think', config: {} }],
        edges: [{ from: 'n', to: 'n', carry: 'context', when: again }],
      });
      return async () => {
        const { id: run } = await engine.runs.start(id, {});
        await engine.runs.finished(run);
        const rows = await engine.runs.journal(run);
        return digest(rows.flatMap((row) => row.context?.append ?? []));
      };
    },
    async pause() {
      const { id } = await engine.workflows.save({
        skein: 1,
        nodes: [
          call('prepare', 'prepare'),
          { id: 'ask', type: 'input', config: { prompt: '${prepare.output.question}' } },
          call('conclude', 'conclude', { id: '${prepare.output.id}', answer: '${ask.output}' }),
        ],
        edges: [
          { from: 'prepare', to: 'ask' },
          { from: 'ask', to: 'conclude' },
        ],
      });
      return {
        async start(name) {
          const run = await engine.runs.start(id, { input: name });
          await engine.runs.settled(run.id);
          runs.set(name, run.id);
        },
        async resume(name, answer) {
          const run = runs.get(name);
          runs.delete(name);
          await engine.waits.answer({ run, node: 'ask' }, answer);
          return (await engine.runs.finished(run)).output;
        },
      };
    },
    async close() {
      await engine.close();
      await store?.close();
    },
    ...(store === null ? {} : { records: (name) => store.records(runs.get(name)) }),
    ...store?.extra,
  };
}

const counting = `select count(*) as c from skein_journal j join skein_runs r on r.place = j.run where r.id = ? and j.body like '{"seq":%"type":"node.completed"%'`;

/** Where runs are stored, and how another process sees what is recorded there. */
async function storeFor(variant, { dir, pg }) {
  if (variant === 'memory') return null;
  if (variant === 'sqlite') return sqliteFile(`${dir}/skein.db`);
  const { default: PG } = await import('pg');
  const pool = new PG.Pool({ connectionString: pg, max: 2 });
  const one = async (sql, values) => Number((await pool.query(sql, values)).rows[0].value);
  return {
    url: pg,
    records: (run) => one(counting.replace(' as c', ' as value').replace('?', '$1'), [run]),
    extra: {
      written: () => one(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as value`),
      storageBytes: () => one('select pg_database_size(current_database()) as value'),
    },
    close: () => pool.end(),
  };
}

async function sqliteFile(file) {
  const { DatabaseSync } = await import('node:sqlite');
  let outsider = null;
  return {
    url: `sqlite:${file}`,
    async records(run) {
      outsider ??= new DatabaseSync(file, { readOnly: true });
      return outsider.prepare(counting).get(run ?? '').c;
    },
    async close() {
      outsider?.close();
    },
  };
}

/** One turn: it sees the whole conversation and appends one message to it. */
const thinkType = {
  kind: { type: 'think', mode: 'execute', ports: ['output'] },
  description: 'Adds one message to the conversation.',
  run: async (_, io) => {
    const { messages } = io.context();
    const message = await nodes.think(messages);
    return { value: { count: messages.length + 1 }, context: { append: [message] } };
  },
};
