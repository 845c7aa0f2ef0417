// Goal: observers see everything once, in order, and can harm nothing.
import type { RunEvent } from '@skein/kernel';
import type { LanguageModel, Observer, ToolSource } from '@skein/ports';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { memoryStore } from '@skein/stores';
import { expect, it } from 'vitest';

const flow = buildWorkflow({
  id: 'flow',
  nodes: [task('a'), { id: 'boss', type: 'approval', config: { prompt: 'Good?' } }, task('b')],
  edges: ['a -> boss', 'boss.approved -> b'],
});

const model: LanguageModel = {
  provider: 'test',
  name: 'plain',
  call: () => Promise.resolve({ text: 'x', toolCalls: [], usage: { input: 1, output: 1, usd: 0 } }),
};
const tools: ToolSource = { list: () => [], find: () => undefined };

function watching(): {
  readonly observer: Observer;
  readonly heard: string[];
  readonly rows: RunEvent[];
} {
  const heard: string[] = [];
  const rows: RunEvent[] = [];
  const observer: Observer = {
    watchLoad: (load) => heard.push(`load ${JSON.stringify(load())}`),
    rows: (run, added, derived) => {
      rows.push(...added);
      heard.push(...derived.flat().flatMap(({ type }) => (type === 'run.status' ? [] : [type])));
      expect(derived).toHaveLength(added.length);
      expect(run.origin.workflow.id).toBe('flow');
    },
    resumed: (run, { activations, waits }) =>
      heard.push(`resumed ${run.id} ${activations.length} ${waits.map(({ kind }) => kind).join()}`),
    left: (run) => heard.push(`left ${run}`),
    model: (given, { node, activation }) => ({ ...given, name: `seen by ${node}#${activation}` }),
    tools: (given, { node }) => {
      heard.push(`tools of ${node}`);
      return given;
    },
  };
  return { observer, heard, rows };
}

describeEngine('observers', (make) => {
  it('[E90] hear of rows, restarts and ends, and see models and tools', async () => {
    const { observer, heard, rows } = watching();
    const harness = await make({
      store: memoryStore(),
      durable: {},
      observer,
      models: { model: () => model },
      tools,
      task: (_call, io) => {
        void io.tools;
        return { value: io.model(undefined).name };
      },
    });
    const id = await harness.start(flow);
    await harness.engine.runs.settled(id);
    const { engine } = await harness.restart();
    await engine.waits.answer({ run: id }, 'yes');
    const done = await engine.runs.finished(id);
    expect(done.outputs['b']?.[0]?.value).toBe('seen by b#1');
    expect(rows).toEqual(await engine.runs.journal(id));
    expect(heard[0]).toBe('load {"runs":0,"executing":0,"queued":0}');
    expect(heard).toContain('tools of a');
    expect(heard).toContain(`resumed ${id} 1 approval`);
    expect(heard.filter((each) => each === `left ${id}`)).toHaveLength(2);
    expect(heard.at(-1)).toBe(`left ${id}`);
    expect(heard.filter((each) => each === 'activation.completed')).toHaveLength(3);
  });

  it('[E90] what they throw is reported and changes nothing', async () => {
    const broken = () => {
      throw new Error('the observer is broken');
    };
    const problems: unknown[] = [];
    const { engine, start } = await make({
      observer: {
        watchLoad: broken,
        rows: broken,
        resumed: broken,
        left: broken,
        model: broken,
        tools: broken,
      },
      onProblem: (error) => problems.push(error),
      models: { model: () => model },
      tools,
      task: (_call, io) => ({ value: [io.model(undefined).name, io.tools === tools] }),
    });
    const id = await start(flow);
    await engine.runs.settled(id);
    await engine.waits.answer({ run: id }, 'yes');
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'completed', output: ['plain', true] });
    expect(problems.length).toBeGreaterThan(4);
  });
});
