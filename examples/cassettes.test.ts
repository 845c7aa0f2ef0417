// Every example of every dialect, recorded and played: the same questions get the same answers, so the same rows are written,
// with nothing but the cassette to answer.
import { describe, expect, it } from 'vitest';
import { dialectNames } from '../packages/dialects/src/index.ts';
import { parseCassette } from '../packages/agents/src/index.ts';
import {
  createEngine,
  recordCassette,
  type CreateEngineOptions,
  type Json,
} from '../packages/skein/src/index.ts';
import {
  listExamples,
  readJson,
  runsOf,
  type Example,
  type ExampleRun,
} from './harness/example.ts';
import { answerNext, startExample } from './harness/run-example.ts';
import { site } from './harness/site.ts';

const clock = {
  now: () => Date.now(),
  setTimer: (at: number, fire: () => void) => {
    const timer = setTimeout(fire, Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  },
};

const running = runsOf(
  dialectNames().flatMap((dialect) => listExamples(`examples/${dialect}`)),
).filter(({ run }) => run.expect.status !== undefined);
// A cassette has what was answered, but not the bytes of files: a node that opens one fails there (docs/testing.md).
const playable = running.filter(({ example }) => !example.file.includes('31-send-a-file-on'));

describe('[CS2] a run and what is played from its cassette', () => {
  it.each(playable)('$title', async ({ example, run }) => {
    const script = example.script === null ? {} : { script: readJson(example.script) };
    const recorded = await play(example, run, script);
    const { cassette, unknown } = recorded;
    expect(unknown).toEqual([]);
    const written = JSON.parse(JSON.stringify(cassette)) as Json;
    expect(parseCassette(written)).toMatchObject({ ok: true });
    // With a clock answers take their time, so branches side by side come in the same order.
    const played = await play(example, run, { cassette, clock });
    expect(played.rows).toEqual(recorded.rows);
    expect(played.output).toEqual(recorded.output);
    // Recorded again, it is the same cassette.
    expect({ ...played.cassette, run: null }).toEqual({ ...cassette, run: null });
  });

  it('some of them call models, tools and subagents', async () => {
    const calls = [];
    for (const { example, run } of running) {
      if (example.script === null) continue;
      const { cassette } = await play(example, run, { script: readJson(example.script) });
      calls.push(...cassette.calls);
    }
    const types = Map.groupBy(calls, ({ ask }) => ask.type);
    expect(types.get('model')?.length).toBeGreaterThan(50);
    expect(types.get('tool')?.length).toBeGreaterThan(5);
  });
});

async function play({ file }: Example, run: ExampleRun, options: CreateEngineOptions) {
  const engine = await createEngine({ ...site.options, ...options });
  try {
    const id = await startExample(engine, file, run);
    const answersLeft = [...(run.answers ?? [])];
    for (;;) {
      const result = await engine.runs.settled(id);
      if (result.status !== 'waiting' || !(await answerNext(engine, result, answersLeft))) break;
    }
    const { output } = await engine.runs.get(id);
    const { isOwnId } = await engine.runs.recorded(id);
    const rows = (await engine.runs.journal(id)).map((row) => {
      const { id: _, at: __, dates: ___, seq: ____, ...rest } = row;
      return rest;
    });
    const { cassette, unknown } = await recordCassette(engine, id);
    const told = withoutChance({ rows, output }, isOwnId);
    return { ...told, rows: byActivation(told.rows), cassette: withoutTimes(cassette), unknown };
  } finally {
    await engine.close();
  }
}

/** Branches, and calls of one message, may write their rows in any order side by side; what each of them writes is the same. */
function byActivation<Row extends object>(rows: readonly Row[]): readonly Row[] {
  const key = (row: Row) =>
    `${'node' in row ? String(row.node) : ''} ${'key' in row ? String(row.key) : ''}`;
  return rows.toSorted((one, other) => key(one).localeCompare(key(other)));
}

/** Ids in the order of their appearance, and no times. */
function withoutChance<T>(value: T, isOwnId: (id: string) => boolean): T {
  const seen = new Map<string, string>();
  const text = JSON.stringify(value).replaceAll(
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => {
      if (!isOwnId(id)) return id;
      if (!seen.has(id)) seen.set(id, `id ${seen.size + 1}`);
      return seen.get(id) ?? id;
    },
  );
  return withoutTimes(JSON.parse(text) as T);
}

function withoutTimes<T>(value: T): T {
  const text = JSON.stringify(value)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/,"(?:afterMs|at|createdAt|ms)":\d+/g, '');
  return JSON.parse(text) as T;
}
