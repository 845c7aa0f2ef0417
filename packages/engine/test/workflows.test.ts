import type { JsonObject } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const value = (text: string) =>
  buildWorkflow({ id: 'w', nodes: [{ id: 'a', type: 'transform', config: { value: text } }] });

describeEngine('workflows', (make) => {
  it('[E30] every save makes a version, equal definitions make one', async () => {
    const { engine } = await make();
    const first = await engine.workflows.save(value('1'));
    const second = await engine.workflows.save(value('2'));
    const again = await engine.workflows.save(value('2'));
    expect(first).toMatchObject({ id: 'w', diagnostics: [] });
    expect(second.version).not.toBe(first.version);
    expect(again.version).toBe(second.version);
    const versions = await engine.workflows.versions('w');
    expect(versions.map(({ version }) => version)).toEqual([first.version, second.version]);
    expect(await engine.workflows.get('w')).toMatchObject({ version: second.version });
    expect((await engine.workflows.get('w', first.version)).definition).toEqual(value('1'));
    expect((await engine.workflows.list()).items).toHaveLength(1);
  });

  it('[E380] starting a definition tells its warnings, and absent keys are absent', async () => {
    const { engine } = await make();
    const odd = { ...value('1'), colour: 'red', policy: undefined };
    const started = await engine.runs.start(odd);
    expect(started.diagnostics).toMatchObject([
      { code: 'UNKNOWN_KEY', severity: 'warning', pointer: '/colour' },
    ]);
    expect(await engine.runs.finished(started.id)).toMatchObject({ status: 'completed' });
    expect((await engine.runs.start(value('1'))).diagnostics ?? []).toEqual([]);
  });

  it('[E30] a run takes the newest version, or the one that is named', async () => {
    const { engine } = await make();
    const { version } = await engine.workflows.save(value('1'));
    await engine.workflows.save(value('2'));
    const newest = await engine.runs.start('w');
    const older = await engine.runs.start('w', { version });
    expect((await engine.runs.finished(newest.id)).output).toBe('2');
    const done = await engine.runs.finished(older.id);
    expect(done).toMatchObject({ output: '1', workflow: { version } });
  });

  it('[E30] a definition with an error is neither saved nor started, and all its errors are named', async () => {
    const { engine } = await make();
    const broken = buildWorkflow({ id: 'w', nodes: [task('a'), task('a')], edges: ['a -> b'] });
    const saving = engine.workflows.save(broken);
    await expect(saving).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
    const error: unknown = await engine.runs.start(broken).catch((thrown: unknown) => thrown);
    const { details } = error as { details: { diagnostics: readonly { code: string }[] } };
    expect(details.diagnostics.length).toBeGreaterThan(1);
    expect(engine.workflows.validate(broken)).toEqual(details.diagnostics);
    expect((await engine.workflows.list()).items).toEqual([]);
  });

  it('[E30] a registered node type checks its own configs', async () => {
    const picky: NodeType = {
      kind: { type: 'picky', mode: 'execute', ports: 'any' },
      description: '',
      checkConfig: ({ size }) =>
        typeof size === 'number'
          ? []
          : [{ path: ['size'], message: 'No size.', hint: 'Give one.' }],
      run: () => ({}),
    };
    const { engine, run } = await make({ nodeTypes: [picky] });
    const sized = (config: JsonObject) =>
      buildWorkflow({ nodes: [{ id: 'a', type: 'picky', config }] });
    expect(engine.workflows.validate(sized({}))).toEqual([
      {
        code: 'BAD_CONFIG',
        severity: 'error',
        pointer: '/nodes/0/config/size',
        message: 'No size.',
        hint: 'Give one.',
      },
    ]);
    await expect(run(sized({}))).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
    expect((await run(sized({ size: 1 }))).status).toBe('completed');
  });

  it('[E30] what does not exist is named', async () => {
    const { engine } = await make();
    await engine.workflows.save(value('1'));
    const code = 'WORKFLOW_NOT_FOUND';
    await expect(engine.runs.start('x')).rejects.toMatchObject({ code });
    await expect(engine.runs.start('w', { version: 'sha256:0' })).rejects.toMatchObject({ code });
    await expect(engine.workflows.get('x')).rejects.toMatchObject({ code });
    await expect(engine.workflows.versions('x')).rejects.toMatchObject({ code });
  });

  it('[E30] a definition without an id gets one from its content', async () => {
    const { engine } = await make();
    const { id: _, ...nameless } = value('1');
    const first = await engine.workflows.save(nameless);
    const second = await engine.workflows.save(nameless);
    expect(first.id).toMatch(/^workflow-[0-9a-f]{12}$/);
    expect(second.id).toBe(first.id);
  });

  it('[E44] is stored as it was written, with its dialect, also a named one', async () => {
    const { engine, restart } = await make();
    const { skein: _, ...unmarked } = value('1');
    // By its shape it would be of another dialect.
    const detected = engine.workflows.validate(unmarked);
    expect(engine.workflows.validate(unmarked, { dialect: 'native' })).toMatchObject([
      { code: 'MISSING_KEY', severity: 'warning' },
    ]);
    expect(detected).not.toEqual(engine.workflows.validate(unmarked, { dialect: 'native' }));
    const { id, version } = await engine.workflows.save(unmarked, { dialect: 'native' });
    const { engine: next } = await restart();
    expect(await next.workflows.get(id)).toMatchObject({ definition: unmarked, dialect: 'native' });
    const run = await next.runs.start(id);
    expect(await next.runs.finished(run.id)).toMatchObject({
      output: '1',
      workflow: { id, version, dialect: 'native' },
    });
    const other = await next.runs.start(unmarked, { dialect: 'native' });
    expect((await next.runs.finished(other.id)).output).toBe('1');
  });

  it('[E44] the node to start at counts when it is saved', async () => {
    const { engine } = await make();
    const code = 'WORKFLOW_INVALID';
    const saving = engine.workflows.save(value('1'), { start: 'nowhere' });
    await expect(saving).rejects.toMatchObject({ code });
    const { id } = await engine.workflows.save(value('1'), { start: 'a' });
    const run = await engine.runs.start(id, { start: 'a' });
    expect((await engine.runs.finished(run.id)).output).toBe('1');
  });

  it('[E76] a subscriber is told of what is saved, changed and deleted, until it unsubscribes', async () => {
    const { engine } = await make();
    const heard: unknown[] = [];
    const stop = engine.workflows.watch((change) => heard.push(change));
    await engine.workflows.save(value('1'));
    await engine.workflows.save(value('1'), { user: 'ann' });
    await engine.workflows.change('w', { isActive: false });
    await engine.workflows.delete('w', 'ann');
    expect(heard).toEqual([
      { id: 'w' },
      { id: 'w', user: 'ann' },
      { id: 'w' },
      { id: 'w', user: 'ann' },
    ]);
    stop();
    await engine.workflows.delete('w');
    expect(heard).toHaveLength(4);
  });

  it('[E45] a run is shown in the shape of its own dialect, or of the named one', async () => {
    const { engine, restart } = await make();
    const asking = buildWorkflow({ id: 'w', nodes: [{ id: 'a', type: 'input' }] });
    const { id } = await engine.runs.start(asking);
    await engine.runs.settled(id);
    expect(await engine.runs.view(id)).toEqual(await engine.runs.get(id));
    await engine.waits.answer({ run: id, node: 'a' }, 1);
    const done = await engine.runs.finished(id);
    expect(await engine.runs.view(id, 'native')).toEqual({ ...done });
    const { engine: next } = await restart();
    expect(await next.runs.view(id, 'native')).toMatchObject({
      id,
      status: 'completed',
      output: 1,
    });
    await expect(next.runs.view(id, 'natve')).rejects.toMatchObject({ code: 'DIALECT_UNKNOWN' });
    await expect(next.runs.view('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });
});
