import type { AnswerLog } from '@skein/engine';
import type { Json } from '@skein/kernel';
import type { AuditEntry, NodeType } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const approval = { id: 'review', type: 'approval', config: { prompt: 'Publish?' } };
const reviewed = buildWorkflow({
  nodes: [task('draft'), approval, task('publish'), task('discard')],
  edges: ['draft -> review', 'review.approved -> publish', 'review.rejected -> discard'],
});

/** With the entries that were not written with an append. */
function recordedLog(): { readonly log: AnswerLog; readonly alone: AuditEntry[] } {
  const alone: AuditEntry[] = [];
  return {
    alone,
    log: {
      entryOf: ({ id, wait, run, owner, actor }) => ({
        id,
        at: 1000,
        user: owner,
        actor,
        action: 'wait.answer',
        subject: wait,
        data: { run },
      }),
      append: (entry) => void alone.push(entry),
    },
  };
}

/** Notes the names of the methods that are called. */
function counted<Port extends object>(port: Port, calls: string[]): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        calls.push(String(name));
        return Reflect.apply(value, target, given);
      };
    },
  });
}

describeEngine('waits', (make) => {
  it('[E16] an approval is listed, answered by its id, and the run continues', async () => {
    const { engine, start, settle } = await make({ tasks: { draft: () => ({ value: 'text' }) } });
    const id = await start(reviewed);
    await settle();
    const { items } = await engine.waits.list();
    expect(items).toMatchObject([
      {
        run: id,
        node: 'review',
        status: 'open',
        question: { kind: 'approval', prompt: 'Publish?' },
      },
    ]);
    const wait = items[0]?.id ?? '';
    expect(
      await engine.waits.answer(wait, { decision: 'approve', note: 'fine' }, { by: 'ada' }),
    ).toEqual({ wait, run: id });
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'completed', output: 'text' });
    expect(done.nodes['discard']?.status).toBe('skipped');
    expect((await engine.waits.list()).items).toEqual([]);
    expect(await engine.waits.get(wait)).toMatchObject({
      status: 'answered',
      answer: { decision: 'approve', note: 'fine' },
    });
    const rows = await engine.runs.journal(id);
    expect(rows.find(({ type }) => type === 'wait.answered')).toMatchObject({ by: 'ada' });
  });

  it('[E300] a wait is answered by whom it names, and by nobody else', async () => {
    const { engine, start, settle } = await make();
    const who = ['ann', 'group:finance', 'role:approver'];
    const named = { ...approval, config: { prompt: 'Publish?', who } };
    const workflow = buildWorkflow({ nodes: [named] });
    for (const answerer of [
      { by: 'ann' },
      { by: 'bob', groups: ['finance'] },
      { by: 'bob', roles: ['approver'] },
    ]) {
      const run = await start(workflow);
      await settle();
      for (const other of [
        {},
        { by: 'bob' },
        { by: 'group:finance' },
        { by: 'bob', groups: ['approver', 'ann'], roles: ['finance', 'ann'] },
      ]) {
        const refused = engine.waits.answer({ run }, 'approve', other);
        await expect(refused).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      }
      expect((await engine.waits.list({ run })).items).toHaveLength(1);
      await engine.waits.answer({ run }, 'approve', answerer);
      expect((await engine.runs.finished(run)).status).toBe('completed');
    }
  });

  it('[E560] every answer that is taken is logged for the owner, by whichever name of the wait', async () => {
    const { log, alone } = recordedLog();
    const { engine, start, settle, store } = await make({ logAnswer: log });
    const logged = async () => (await store.audit.list({})).items;
    const named = { ...approval, config: { prompt: 'Publish?', who: ['ann', 'role:boss'] } };
    const run = await start(buildWorkflow({ nodes: [named] }), { user: 'owner' });
    await settle();
    const [wait] = (await engine.waits.list({ run })).items;
    const id = wait?.id ?? '';
    await expect(engine.waits.answer(id, 'yes', { by: 'bob' })).rejects.toThrow('not allowed');
    await expect(engine.waits.answer(id, 'perhaps', { by: 'ann' })).rejects.toThrow('refused');
    expect([await logged(), alone]).toEqual([[], []]);
    await engine.waits.answer({ run, node: 'review' }, 'yes', { by: 'ann', via: 'key 8f2' });
    // Whoever is not sure whether it arrived answers again.
    await engine.waits.answer(id, 'yes', { roles: ['boss'] });
    const both = { user: 'owner', subject: id, data: { run } };
    expect(await logged()).toMatchObject([{ ...both, actor: 'ann (key 8f2)' }]);
    expect(alone).toMatchObject([{ ...both, actor: 'somebody (library)' }]);
    // In the order of time, so that the index of a long log grows at its end.
    const [first = ''] = (await logged()).map((entry) => entry.id);
    expect(alone[0]?.id.localeCompare(first)).toBe(1);
  });

  it('[E2600] an answer to a run that is driven here is one append, with its entry in the audit log', async () => {
    const inner = memoryStore();
    const calls: string[] = [];
    const { log } = recordedLog();
    const store = {
      ...inner,
      runs: counted(inner.runs, calls),
      waits: counted(inner.waits, calls),
    };
    const { engine, start, settle } = await make({ store, logAnswer: log });
    const run = await start(buildWorkflow({ nodes: [approval] }));
    await settle();
    calls.length = 0;
    await engine.waits.answer({ run, node: 'review' }, 'yes');
    expect(calls).toEqual(['append']);
    expect((await store.audit.list({})).items).toMatchObject([{ data: { run } }]);
  });

  it('[E2600] of several waits that fit, the store knows the oldest', async () => {
    const { engine, start, settle } = await make();
    const nodes = ['one', 'two'].map((name) => ({ ...approval, id: name }));
    const run = await start(buildWorkflow({ nodes }));
    await settle();
    const [oldest] = (await engine.waits.list({ run })).items;
    expect(await engine.waits.answer({ run }, 'yes')).toMatchObject({ wait: oldest?.id });
  });

  it('[E16] three waits at once are answered in any order', async () => {
    const ids = ['one', 'two', 'three'];
    const { engine, start, settle } = await make();
    const id = await start(
      buildWorkflow({
        nodes: [...ids.map((name) => ({ ...approval, id: name })), { id: 'end', type: 'join' }],
        edges: ids.map((name) => ({ from: name, out: 'approved', to: 'end', in: name })),
      }),
    );
    await settle();
    for (const node of ['two', 'three', 'one']) {
      await engine.waits.answer({ run: id, node }, 'approve');
    }
    expect((await engine.runs.finished(id)).status).toBe('completed');
  });

  it('[E16] without a node, the oldest open wait of the run is answered', async () => {
    const { engine, start, settle } = await make();
    const asking = ['one', 'two'].map((node) => ({ id: node, type: 'input' }));
    const id = await start(buildWorkflow({ nodes: asking, edges: ['one -> two'] }));
    await settle();
    await engine.waits.answer({ run: id }, 1);
    await settle();
    await engine.waits.answer({ run: id }, 2);
    expect((await engine.runs.finished(id)).output).toBe(2);
  });

  it('[E16] what is not there cannot be answered', async () => {
    const { engine, start, settle } = await make();
    const id = await start(reviewed);
    await settle();
    const answer = (wait: Parameters<typeof engine.waits.answer>[0]) =>
      engine.waits.answer(wait, 1);
    await expect(answer('nobody')).rejects.toMatchObject({ code: 'WAIT_NOT_FOUND' });
    await expect(answer({ run: id, node: 'draft' })).rejects.toMatchObject({
      code: 'WAIT_NOT_FOUND',
    });
    await expect(answer({ run: 'nobody' })).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await engine.runs.cancel(id);
    await expect(answer({ run: id })).rejects.toMatchObject({ code: 'RUN_ENDED' });
  });

  it('[E17] an answer that the node type refuses leaves the wait open', async () => {
    const { engine, start, settle } = await make();
    const id = await start(reviewed);
    await settle();
    const refused = engine.waits.answer({ run: id }, 'perhaps');
    await expect(refused).rejects.toMatchObject({
      code: 'ANSWER_REFUSED',
      hint: expect.any(String),
    });
    expect((await engine.runs.get(id)).waits).toHaveLength(1);
    await engine.waits.answer({ run: id }, 'yes');
    expect((await engine.runs.finished(id)).outputs['review']?.[0]?.value).toMatchObject({
      decision: 'approve',
    });
  });

  it('[E17] `accept` sees the question, the config, the inputs and what entered the node', async () => {
    const seen: Json[] = [];
    const choice: NodeType = {
      kind: { type: 'choice', mode: 'wait', ports: ['a', 'b'] },
      description: '',
      accept: (answer, { question, config, inputs, previous }) => {
        seen.push([question.kind, config, inputs, previous ?? null]);
        return {
          ok: true,
          answer,
          result: { ports: { b: previous ?? null } },
        };
      },
    };
    const { engine, start, settle } = await make({
      nodeTypes: [choice],
      tasks: { draft: () => ({ value: 7 }) },
    });
    const id = await start(
      buildWorkflow({
        nodes: [
          task('draft'),
          { id: 'pick', type: 'choice', config: { of: '${draft.output}' } },
          task('b'),
        ],
        edges: ['draft -> pick.number', 'pick.b -> b'],
      }),
    );
    await settle();
    await engine.waits.answer({ run: id }, 'b');
    expect((await engine.runs.finished(id)).output).toBe(7);
    expect(seen).toEqual([['choice', { of: 7 }, { number: 7 }, 7]]);
  });

  it('[E18] the same answer again is fine, another one is a conflict', async () => {
    const { engine, start, settle } = await make();
    const id = await start(reviewed);
    await settle();
    const wait = (await engine.waits.list()).items[0]?.id ?? '';
    await engine.waits.answer(wait, 'approve');
    await engine.waits.answer(wait, { decision: 'APPROVE' });
    await engine.waits.answer(wait, true);
    const other = engine.waits.answer(wait, 'reject');
    await expect(other).rejects.toMatchObject({ code: 'WAIT_ANSWERED' });
    const rows = await engine.runs.journal(id);
    expect(rows.filter(({ type }) => type === 'wait.answered')).toHaveLength(1);
  });

  it('[E18] of fifty answers at once exactly one is written', async () => {
    const { engine, start, settle } = await make();
    const id = await start(buildWorkflow({ nodes: [{ id: 'ask', type: 'input' }] }));
    await settle();
    const wait = (await engine.waits.list()).items[0]?.id ?? '';
    const answers = Array.from({ length: 50 }, (_, i) => engine.waits.answer(wait, i % 2));
    const outcomes = await Promise.allSettled(answers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    const done = await engine.runs.finished(id);
    expect(done.output).toBe(0);
    const rows = await engine.runs.journal(id);
    expect(rows.filter(({ type }) => type === 'wait.answered')).toHaveLength(1);
  });

  it('[E19] a deadline closes the wait at its time', async () => {
    const { engine, start, clock } = await make();
    const config = { prompt: 'Publish?', deadlineMs: 60_000 };
    const id = await start(
      buildWorkflow({
        nodes: [{ ...approval, config }, task('late')],
        edges: ['review.expired -> late'],
      }),
      { input: 'the draft' },
    );
    await clock.advance(59_999);
    const wait = (await engine.waits.list()).items[0]?.id ?? '';
    await clock.advance(1);
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'completed', output: 'the draft' });
    const answering = engine.waits.answer(wait, 'approve');
    await expect(answering).rejects.toMatchObject({ code: 'WAIT_CLOSED' });
  });

  it('[E19] an answer removes the deadline', async () => {
    const { engine, start, settle, clock } = await make();
    const config = { deadlineMs: 1000 };
    await start(buildWorkflow({ nodes: [{ ...approval, config }] }));
    await settle();
    await engine.waits.answer((await engine.waits.list()).items[0]?.id ?? '', 'approve');
    expect(clock.timers).toBe(0);
  });

  it('[E36] a run that pauses at a limit continues when a person raises it', async () => {
    const { engine, start, settle } = await make();
    const workflow = buildWorkflow({
      nodes: [task('a'), task('b'), task('c')],
      edges: ['a -> b', 'b -> c'],
      policy: { maxSteps: 2, onLimit: 'pause' },
    });
    const id = await start(workflow);
    await settle();
    const paused = await engine.runs.get(id);
    expect(paused).toMatchObject({ status: 'waiting', waits: [{ kind: 'limit' }] });
    await engine.waits.answer({ run: id }, { maxSteps: 10 });
    expect((await engine.runs.finished(id)).status).toBe('completed');
  });

  it('[E16] a delay is a timer of the clock and no wait', async () => {
    const { engine, start, clock, settle } = await make();
    const id = await start(
      buildWorkflow({
        nodes: [{ id: 'pause', type: 'delay', config: { ms: 5000 } }, task('b')],
        edges: ['pause -> b'],
      }),
      { input: 'x' },
    );
    await settle();
    expect(await engine.runs.get(id)).toMatchObject({ status: 'waiting', waits: [] });
    await clock.advance(5000);
    expect((await engine.runs.finished(id)).output).toBe('x');
  });
});
