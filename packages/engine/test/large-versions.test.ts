// Goal: a definition of thousands of nodes keeps nobody waiting while it is compiled. Method: a node type whose check notes in which turn of
// the event loop it was asked, so that nothing depends on how fast the machine is.
import type { NodeType } from '@skein/ports';
import { buildWorkflow, describeEngine } from '@skein/testkit';
import { expect, it } from 'vitest';

const size = 2000;

describeEngine('large versions', (make) => {
  it('[E1100] others have their turn while a large version is compiled, at its save and at its first run', async () => {
    const watch = watchTurns();
    const { engine, restart } = await make({ nodeTypes: [watch.nodeType] });
    const saving = watch.during(() => engine.workflows.save(large('large')));
    expect(await saving).toBeGreaterThan(1);
    const { engine: next } = await restart();
    const starting = watch.during(() => next.runs.start('large'));
    expect(await starting).toBeGreaterThan(1);
  });

  it('[E1100] it is compiled once, however many start it meanwhile', async () => {
    const watch = watchTurns();
    const { engine, restart } = await make({ nodeTypes: [watch.nodeType] });
    await engine.workflows.save(large('large'));
    const { engine: next } = await restart();
    watch.asked.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => next.runs.start('large')));
    expect(watch.asked).toHaveLength(size);
  });

  it('[E1100] a large workflow inside another one is compiled so too, and one with an error is refused', async () => {
    const watch = watchTurns();
    const { engine, run } = await make({ nodeTypes: [watch.nodeType] });
    const { id: _, ...inner } = large('inner');
    const outer = buildWorkflow({
      id: 'outer',
      nodes: [
        {
          id: 'a',
          type: 'subworkflow',
          config: { workflow: { ...inner, policy: { maxSteps: 1 } } },
        },
      ],
    });
    let done: string | undefined;
    expect(await watch.during(async () => (done = (await run(outer)).status))).toBeGreaterThan(1);
    expect(done).toBe('failed');
    const broken = { ...large('broken'), edges: [{ from: 'n0', to: 'nobody' }] };
    const refused = await engine.workflows.save(broken).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'WORKFLOW_INVALID' });
  });
});

function large(id: string) {
  const nodes = Array.from({ length: size }, (_, i) => ({
    id: `n${i}`,
    type: 'watched',
    config: { text: `\${trigger.a} and \${= 1 + ${i} }` },
  }));
  const edges = Array.from({ length: size - 1 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` }));
  return { skein: 1, id, policy: { maxSteps: 1 }, nodes, edges };
}

function watchTurns() {
  /** The turn of each question. */
  const asked: number[] = [];
  let turn = 0;
  const ask = () => {
    asked.push(turn);
    return [];
  };
  const nodeType: NodeType = {
    kind: { type: 'watched', mode: 'execute', ports: 'any' },
    description: '',
    checkConfig: ask,
    run: () => ({}),
  };
  return {
    nodeType,
    asked,
    /** How many turns of others come between the first part of the work and its end. */
    async during(work: () => Promise<unknown>): Promise<number> {
      let isDone = false;
      const began = turn;
      const next = () => {
        turn += 1;
        if (!isDone) setImmediate(next);
      };
      setImmediate(next);
      await work();
      isDone = true;
      return (asked.at(-1) ?? 0) - began;
    },
  };
}
