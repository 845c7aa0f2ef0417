// npm run bench:paused [-- --runs 100000 --answers 300]
// A store full of runs that wait for a person: how long an engine takes to start on it, how much memory it then needs,
// and how long an answer and a page of a list take. The file is built through the store, with the rows of one run that was
// really executed; a separate process measures it.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runId, type RunEvent } from '@skein/kernel';
import type { WaitRecord } from '@skein/ports';
import { openStore } from '@skein/stores';
import { createEngine } from 'skein';
import { paused } from './workloads/definitions.ts';
import { benchFile } from './workloads/durable-rows.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    answers: { type: 'string', default: '300' },
    /** Set for the process that measures. */
    file: { type: 'string' },
  },
});
const functions = { pass: (args: unknown) => args as never };

if (values.file === undefined) await build();
else await measure(values.file, Number(values.answers));

async function build(): Promise<void> {
  const file = benchFile();
  const begun = performance.now();
  await fill(file, Number(values.runs));
  const builtMs = Math.round(performance.now() - begun);
  const given = ['--expose-gc', import.meta.filename, '--file', file, '--answers', values.answers];
  const { stdout, status, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const bytesPerRun = Math.round(statSync(file).size / Number(values.runs));
  const figures = { runs: Number(values.runs), builtMs, bytesPerRun, ...JSON.parse(stdout) };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}

/** One run is executed; the others are its copies, under ids of their own. */
async function fill(file: string, runs: number): Promise<void> {
  const engine = await createEngine({ store: `sqlite:${file}`, functions });
  const { id: workflow } = await engine.workflows.save(paused());
  const { id } = await engine.runs.start(workflow, { input: 1 });
  await engine.runs.settled(id);
  const model = JSON.stringify({
    rows: await engine.runs.journal(id),
    waits: (await engine.waits.list({ run: id })).items,
    id,
  });
  const [record] = (await engine.runs.list({})).items;
  await engine.close();
  if (record === undefined) throw new Error('The first run is not in the store.');
  // All ids of a run start with the same timestamp, and derived ids keep it.
  const moment = id.slice(0, 9);
  const store = await openStore(`sqlite:${file}`);
  const created = { workflow: record.workflow, depth: 0 };
  let pending: unknown[] = [];
  for (let i = 1; i < runs; i++) {
    const copy = model.replaceAll(moment, `${i.toString(16).padStart(8, '0')}-`);
    const {
      rows,
      waits,
      id: run,
    } = JSON.parse(copy) as {
      readonly rows: readonly RunEvent[];
      readonly waits: readonly WaitRecord[];
      readonly id: string;
    };
    const changes = { created, status: 'waiting', opened: waits, release: true } as const;
    pending.push(store.runs.append(runId(run), 0, rows, { ...changes, wakeAt: null }));
    if (pending.length < 1000) continue;
    await Promise.all(pending);
    pending = [];
  }
  await Promise.all(pending);
  await store.close();
}

async function measure(file: string, answers: number): Promise<void> {
  const begun = performance.now();
  const engine = await createEngine({ store: `sqlite:${file}`, functions });
  const startMs = Math.round(performance.now() - begun);
  globalThis.gc?.();
  const idleRssMb = Math.round(process.memoryUsage().rss / 2 ** 20);
  const listed: number[] = [];
  const waiting: string[] = [];
  let cursor: string | null = null;
  do {
    const from = performance.now();
    const page: { readonly items: readonly { readonly run: string }[]; nextCursor: string | null } =
      await engine.waits.list({ limit: 100, ...(cursor === null ? {} : { cursor }) });
    listed.push(performance.now() - from);
    waiting.push(...page.items.map(({ run }) => run));
    cursor = page.nextCursor;
    const runsFrom = performance.now();
    await engine.runs.list({ status: 'waiting', order: 'newest', limit: 100 });
    listed.push(performance.now() - runsFrom);
  } while (cursor !== null && listed.length < 1000);
  const answered: number[] = [];
  for (let i = 0; i < answers; i++) {
    // Far apart, so that no page of the file is cached.
    const run = waiting[Math.floor((i * waiting.length) / answers)] ?? '';
    const from = performance.now();
    await engine.waits.answer({ run, node: 'ask' }, 'yes');
    answered.push(performance.now() - from);
    const { status } = await engine.runs.finished(run);
    if (status !== 'completed') throw new Error(`The run ${run} is ${status}.`);
  }
  const rssMb = Math.round(process.memoryUsage().rss / 2 ** 20);
  await engine.close();
  const figures = { startMs, idleRssMb, rssMb, answerP95Ms: p95(answered), listP95Ms: p95(listed) };
  process.stdout.write(JSON.stringify(figures));
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN) * 100) / 100;
}
