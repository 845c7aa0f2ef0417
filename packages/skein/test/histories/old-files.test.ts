// Goal: a SQLite file of an earlier version is opened, and what is in flight in it finishes. Method: files as two such
// versions left them, packed, by the number of their tables. In both a run waits after a conversation of 200 messages, with a
// snapshot that names every one of them, and another one waits for a run below it. The second file also has a pipeline that was
// cut off in its last step, with a snapshot from before those knew of tables.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { createEngine, type Engine, type NodeType } from 'skein';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-old-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messages = 200;
const kind = { mode: 'execute', ports: 'any' } as const;
const nodeTypes: { readonly [type: string]: NodeType } = {
  say: { kind: { ...kind, type: 'say' }, description: 'Says something.', run: () => ({}) },
  hear: {
    kind: { ...kind, type: 'hear' },
    description: 'Counts what was said.',
    run: (_, io) => ({ value: new Set(io.context().messages.map(textOf)).size }),
  },
};

/** Every message begins with its number. */
function textOf(message: object): string {
  return 'content' in message ? String(message.content) : '';
}

function unpacked(name: string): string {
  const file = path.join(folder, `${name}.db`);
  const packed = readFileSync(path.join(import.meta.dirname, `files/${name}.db.gz`));
  writeFileSync(file, gunzipSync(packed));
  return file;
}

function rowsIn(file: string, sql: string): readonly unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

async function onlyRun(engine: Engine, workflow: string): Promise<string> {
  const { items } = await engine.runs.list({ workflow });
  expect(items).toHaveLength(1);
  return items[0]?.id ?? '';
}

describe.each([
  { name: 'schema-1', snapshots: 1, pipelines: 0 },
  { name: 'schema-3', snapshots: 2, pipelines: 1 },
])('the file $name of an earlier version', ({ name, snapshots, pipelines }) => {
  it('[E124][S23][S33] is opened, and its runs come to their ends', async () => {
    const file = unpacked(name);
    expect(rowsIn(file, 'select run from snapshots')).toHaveLength(snapshots);
    const engine = await createEngine({ store: `sqlite:${file}`, nodeTypes });
    const listed = (await engine.workflows.list()).items.filter(
      ({ dialect }) => dialect === 'native',
    );
    expect(listed.map(({ id }) => id)).toEqual(['talk', 'outer', 'short']);

    const talk = await onlyRun(engine, 'talk');
    await engine.waits.answer({ run: talk, node: 'ask' }, 'go on');
    expect(await engine.runs.finished(talk)).toMatchObject({
      status: 'completed',
      output: messages,
    });

    const outer = await onlyRun(engine, 'outer');
    const [wait] = (await engine.waits.list()).items;
    await engine.waits.answer(wait?.id ?? '', 'approve');
    expect(await engine.runs.finished(outer)).toMatchObject({
      status: 'completed',
      output: 'sent',
    });

    const short = await onlyRun(engine, 'short');
    expect(await engine.runs.get(short)).toMatchObject({ status: 'completed', output: 'made' });
    const again = await engine.runs.start('short', { idempotencyKey: 'the short' });
    expect(again).toEqual({ id: short, isRepeated: true });

    for (const { id } of (await engine.runs.list({ isUnfinished: true })).items)
      await engine.runs.finished(id);
    await engine.close();
    const steps = rowsIn(file, "select 1 from workflow_step_instances where status = 'completed'");
    expect(steps).toHaveLength(5 * pipelines);
  });
});
