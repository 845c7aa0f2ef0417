// Skein in the harness that measures its peers
// Copied into the harness's adapters/ by bench/peers.ts, which also says where Skein is (SKEIN_ROOT). The node bodies are the
// harness's own, so that every system does the same work.
import { digest, nodes } from '../workloads.mjs';

const { createEngine } = await import(`${process.env.SKEIN_ROOT}/packages/skein/src/index.ts`);

export const variants = {
  memory: { kind: 'memory', durability: 'none (journal in memory)', install: ['skein'] },
};

const unlimited = { maxSteps: 1_000_000_000 };
const call = (id, name, args) => ({
  id,
  type: 'function',
  config: args === undefined ? { name } : { name, args },
});

export async function open() {
  const engine = await createEngine({
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
  const finish = async (workflow, input) => {
    const { id } = await engine.runs.start(workflow, { input });
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
      return () => finish(id, { count: 0 });
    },
    async fanout(w) {
      const list = [call('s', 'pass')];
      const edges = [];
      for (let i = 0; i < w; i++) {
        list.push(call(`w${i}`, 'work', { i }));
        edges.push({ from: 's', to: `w${i}` }, { from: `w${i}`, to: 'j', in: `p${i}` });
      }
      list.push(call('j', 'join'));
      const { id } = await engine.workflows.save({
        skein: 1,
        policy: unlimited,
        nodes: list,
        edges,
      });
      return () => finish(id, 0);
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
      const runs = new Map();
      return {
        async start(name) {
          const run = await engine.runs.start(id, { input: name });
          await engine.runs.settled(run.id);
          runs.set(name, run.id);
        },
        async resume(name, answer) {
          const run = runs.get(name);
          await engine.waits.answer({ run, node: 'ask' }, answer);
          return (await engine.runs.finished(run)).output;
        },
      };
    },
    async close() {
      await engine.close();
    },
  };
}

/** One turn: it sees the whole conversation and adds one message to it. */
const thinkType = {
  kind: { type: 'think', mode: 'execute', ports: ['output'] },
  description: 'Adds one message to the conversation.',
  run: async (_, io) => {
    const { messages } = io.context();
    const message = await nodes.think(messages);
    return { value: { count: messages.length + 1 }, context: { append: [message] } };
  },
};
