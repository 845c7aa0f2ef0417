// Goal: runs that wait for each other's slots do not wait forever. Whoever has to give way fails with a clear error, nobody else does, and
// those who merely wait are left alone.
import type { WorkflowNode } from '@skein/kernel';
import { buildWorkflow, deferred, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const inside = (mutex: string, more: Partial<WorkflowNode> = {}) =>
  buildWorkflow({ nodes: [{ ...task('inner'), mutex, ...more }] });

const holding = (id: string, held: string, wanted: string) =>
  buildWorkflow({
    id,
    nodes: [
      { id: 'sub', type: 'subworkflow', mutex: held, config: { workflow: inline(inside(wanted)) } },
    ],
  });

const waitMs = 60_000;

describeEngine('runs that wait for each other', (make) => {
  it('[E604] a run below that wants what the run above holds fails at once, and says so', async () => {
    const { engine, start, settle, clock } = await make({ task: () => ({ value: 1 }) });
    const id = await start(holding('above', 'm', 'm'));
    await settle();
    await clock.advance(10);
    await settle();
    const { status, error } = await engine.runs.get(id);
    expect([status, error?.code]).toEqual(['failed', 'SLOT_DEADLOCK']);
    expect(error?.message).toContain(`"node:m" that is held by the run "${id}"`);
  });

  it('[E604] of two trees that wait for each other the younger fails, and the other goes on', async () => {
    const gates = [deferred<object>(), deferred<object>()];
    let calls = 0;
    const tasks = {
      first: () => gates[calls++]?.promise ?? { value: 0 },
      inner: () => ({ value: 1 }),
    };
    const both = (id: string, held: string, wanted: string) =>
      buildWorkflow({
        id,
        nodes: [
          {
            id: 'sub',
            type: 'subworkflow',
            mutex: held,
            config: {
              workflow: inline(
                buildWorkflow({
                  nodes: [task('first'), { ...task('inner'), mutex: wanted }],
                  edges: [{ from: 'first', to: 'inner' }],
                }),
              ),
            },
          },
        ],
      });
    const { engine, start, settle, clock } = await make({ tasks });
    const older = await start(both('one', 'a', 'b'));
    const younger = await start(both('two', 'b', 'a'));
    await settle();
    // Both have what they hold before either of them wants the other's.
    for (const gate of gates) gate.resolve({ value: 0 });
    await settle();
    await clock.advance(waitMs);
    await settle();
    expect((await engine.runs.get(younger)).error).toMatchObject({ code: 'SLOT_DEADLOCK' });
    expect(await engine.runs.get(older)).toMatchObject({ status: 'completed' });
  });

  it('[E604] a node takes its keys in one order everywhere, whichever way they are written', async () => {
    const [a, b] = [deferred<object>(), deferred<object>()];
    const tasks = {
      holdA: () => a.promise,
      holdB: () => b.promise,
      work: () => ({ value: 1 }),
    };
    const crossed = (id: string, mutex: string, key: string) =>
      buildWorkflow({ id, nodes: [{ ...task('work'), mutex, concurrency: { key, limit: 1 } }] });
    const { engine, start, settle } = await make({ tasks });
    await start(buildWorkflow({ id: 'a', nodes: [{ ...task('holdA'), mutex: 'a' }] }));
    await start(buildWorkflow({ id: 'b', nodes: [{ ...task('holdB'), mutex: 'b' }] }));
    const one = await start(crossed('one', 'a', 'b'));
    const two = await start(crossed('two', 'b', 'a'));
    // In the order in which they are written, one would have a and wait for b now, and the other one the other way round.
    for (const gate of [b, a]) {
      await settle();
      gate.resolve({ value: 0 });
    }
    await settle();
    for (const id of [one, two]) expect((await engine.runs.get(id)).status).toBe('completed');
  });

  it('[E604] who waits for somebody who works, sleeps or asks a person is left alone, however long', async () => {
    const gate = deferred<object>();
    const { engine, start, settle, clock } = await make({ tasks: { inner: () => gate.promise } });
    const asking = buildWorkflow({
      id: 'asking',
      nodes: [
        {
          id: 'sub',
          type: 'subworkflow',
          mutex: 'p',
          config: { workflow: inline(buildWorkflow({ nodes: [{ id: 'ask', type: 'approval' }] })) },
        },
      ],
    });
    const sleeping = buildWorkflow({
      id: 'sleeping',
      nodes: [
        {
          id: 'sub',
          type: 'subworkflow',
          mutex: 's',
          config: {
            workflow: inline(
              buildWorkflow({
                nodes: [{ id: 'nap', type: 'delay', config: { ms: 10 * waitMs } }],
              }),
            ),
          },
        },
      ],
    });
    for (const each of [asking, sleeping, holding('working', 'w', 'x')]) await start(each);
    const waiting: string[] = [];
    for (const key of ['p', 's', 'w']) waiting.push(await start(holding(`on ${key}`, key, 'y')));
    await settle();
    await clock.advance(waitMs);
    await settle();
    for (const id of waiting) expect((await engine.runs.get(id)).status).toBe('waiting');
    gate.resolve({ value: 1 });
  });
});
