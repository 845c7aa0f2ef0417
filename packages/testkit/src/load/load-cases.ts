// Load
// Long, wide and heavy runs on a SQLite file, with what they cost: CPU time, memory, bytes on disk.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {
  nativeNodeTypes,
  registeredTools,
  scriptedModel,
  type RegisteredFunction,
} from '@skein/agents';
import { createEngine, type Engine, type EngineOptions } from '@skein/engine';
import type { Json, Workflow } from '@skein/kernel';
import type { LanguageModel, NodeIo } from '@skein/ports';
import { openStore } from '@skein/stores';
import { cpuMs } from '../cpu-ms.ts';
import { buildWorkflow, inline } from '../engine/build-workflow.ts';
import { diskFolder } from '../servers/files-in-memory.ts';

type Functions = ReadonlyMap<string, RegisteredFunction>;

/** Uses an engine on a fresh file; returns the result, and the size of the file afterwards. */
async function onFile<T>(
  functions: Functions,
  more: Partial<EngineOptions>,
  work: (engine: Engine, again: () => Promise<Engine>) => Promise<T>,
): Promise<{ readonly result: T; readonly bytes: number }> {
  const folder = mkdtempSync(path.join(diskFolder(), 'skein-load-'));
  const file = path.join(folder, 'load.db');
  const nodeTypes = nativeNodeTypes({ functions });
  const open = async () => {
    const store = await openStore(`sqlite:${file}`);
    return { store, engine: await createEngine({ store, nodeTypes, durable: {}, ...more }) };
  };
  let opened = await open();
  const close = async () => {
    await opened.engine.close();
    await opened.store.close();
  };
  try {
    const result = await work(opened.engine, async () => {
      await close();
      opened = await open();
      return opened.engine;
    });
    await close();
    return { result, bytes: statSync(file).size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface LongLoop {
  readonly bytes: number;
  /** CPU time of a step, near the start and near the end. */
  readonly earlyMs: number;
  readonly lateMs: number;
  /** CPU time from a new process to the loaded run. */
  readonly resumeMs: number;
}

const window = 200;

/** L4: a loop of this many steps, each with a message, that then waits for a person. */
export async function longLoop(steps: number): Promise<LongLoop> {
  const marks: number[] = [];
  const functions: Functions = new Map([
    [
      'count',
      {
        run(args) {
          marks.push(cpuMs());
          return Number(args) + 1;
        },
      },
    ],
  ]);
  const { result, bytes } = await onFile(functions, {}, async (engine, again) => {
    const { id } = await engine.runs.start(loopOf(steps), { input: 0 });
    await engine.runs.settled(id);
    const reopened = await again();
    const resumeMs = await answerCold(reopened, id);
    const { output } = await reopened.runs.finished(id);
    if (output !== 'done' || marks.length !== steps)
      throw new Error(`It ended with ${JSON.stringify(output)} after ${marks.length} steps.`);
    return { resumeMs };
  });
  return { ...result, bytes, ...ends(marks, window) };
}

/** What it costs an engine that does not have the run in memory to read it and to accept its answer. */
async function answerCold(engine: Engine, run: string): Promise<number> {
  const before = cpuMs();
  await engine.runs.get(run);
  await engine.waits.answer({ run }, 'done');
  return cpuMs() - before;
}

/** The median of the times between marks, near the start and near the end: garbage collections are unpredictable. */
function ends(marks: readonly number[], count: number): Pick<LongLoop, 'earlyMs' | 'lateMs'> {
  const between = marks.slice(1).map((mark, i) => mark - (marks[i] ?? 0));
  const median = (times: readonly number[]) =>
    times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
  // The first ones also pay for compilation.
  return {
    earlyMs: median(between.slice(count / 2, count * 1.5)),
    lateMs: median(between.slice(-count)),
  };
}

function loopOf(steps: number): Workflow {
  const more = (op: 'lt' | 'gte') => ({ left: '${previous}', op, right: steps });
  return buildWorkflow({
    id: 'loop',
    policy: { maxSteps: steps + 10 },
    nodes: [
      { id: 'count', type: 'function', config: { name: 'count', args: '${previous}' } },
      { id: 'ask', type: 'input', config: { prompt: 'Enough?' } },
    ],
    edges: [
      { from: 'count', to: 'count', when: more('lt'), loop: true },
      { from: 'count', to: 'ask', when: more('gte') },
    ],
  });
}

/** L4: an agent that calls a tool in each of this many turns. */
export async function longConversation(turns: number): Promise<LongLoop> {
  const marks: number[] = [];
  const continues = scriptedModel({
    replies: [{ repeat: true, text: 'And on.', toolCalls: [{ name: 'look', arguments: {} }] }],
  }).model(undefined);
  const stops = scriptedModel({ replies: [{ repeat: true, text: 'Done.' }] }).model(undefined);
  const model: LanguageModel = {
    ...continues,
    call(request) {
      marks.push(cpuMs());
      return marks.length < turns ? continues.call(request) : stops.call(request);
    },
  };
  const tools = registeredTools({ look: { effect: 'pure', run: () => 'x'.repeat(200) } });
  const flow = buildWorkflow({
    id: 'talk',
    nodes: [
      { id: 'talk', type: 'agent', config: { prompt: 'Talk.', tools: ['look'], maxTurns: turns } },
      { id: 'ask', type: 'input', config: { prompt: 'Enough?' } },
    ],
    edges: ['talk -> ask'],
  });
  const more = { models: { model: () => model }, tools };
  const { result, bytes } = await onFile(new Map(), more, async (engine, again) => {
    const { id } = await engine.runs.start(flow);
    await engine.runs.settled(id);
    const reopened = await again();
    const resumeMs = await answerCold(reopened, id);
    const { status } = await reopened.runs.finished(id);
    if (status !== 'completed' || marks.length !== turns)
      throw new Error(`It is ${status} after ${marks.length} turns.`);
    return { resumeMs };
  });
  return { ...result, bytes, ...ends(marks, Math.min(100, Math.floor(turns / 3))) };
}

export interface WideMap {
  /** Children in flight at once. */
  readonly most: number;
  /** The growth of the process, in bytes. */
  readonly grownBytes: number;
  readonly cpuMs: number;
}

/** L3: a map over this many items. */
export async function wideMap(items: number, concurrency: number): Promise<WideMap> {
  let [inFlight, most, largest] = [0, 0, 0];
  const functions: Functions = new Map([
    ['list', { run: () => Array.from({ length: items }, (_, i) => i) }],
    [
      'work',
      {
        async run(args: Json, _io: NodeIo) {
          inFlight += 1;
          most = Math.max(most, inFlight);
          await new Promise((resolve) => setImmediate(resolve));
          largest = Math.max(largest, process.memoryUsage.rss());
          inFlight -= 1;
          return args;
        },
      },
    ],
  ]);
  const item = buildWorkflow({
    id: 'item',
    nodes: [{ id: 'work', type: 'function', config: { name: 'work', args: '${trigger.item}' } }],
  });
  const flow = buildWorkflow({
    id: 'wide',
    policy: { maxSteps: 3 * items + 10 },
    nodes: [
      { id: 'list', type: 'function', config: { name: 'list' } },
      {
        id: 'each',
        type: 'map',
        config: { items: '${previous}', workflow: inline(item), concurrency },
      },
    ],
    edges: ['list -> each'],
  });
  const rss = process.memoryUsage.rss();
  const before = cpuMs();
  const { result } = await onFile(functions, {}, async (engine) => {
    const { id } = await engine.runs.start(flow);
    return engine.runs.finished(id);
  });
  const { status, output, error } = result;
  if (status !== 'completed') throw Object.assign(new Error(error?.message), { code: error?.code });
  if (!Array.isArray(output) || output.length !== items || output[items - 1] !== items - 1)
    throw new Error(`Not the results of the items: ${JSON.stringify(output).slice(0, 200)}`);
  return { most, grownBytes: largest - rss, cpuMs: cpuMs() - before };
}

/** L5: an output of this many bytes that passes through this many nodes; the bytes of the file. */
export async function heavyValue(valueBytes: number, steps: number): Promise<number> {
  const functions: Functions = new Map([
    ['make', { run: () => 'x'.repeat(valueBytes) }],
    ['pass', { run: (args: Json) => args }],
  ]);
  const passing = Array.from({ length: steps - 1 }, (_, i) => ({
    id: `pass${i + 1}`,
    type: 'function',
    config: { name: 'pass', args: '${previous}' },
  }));
  const ids = ['make', ...passing.map(({ id }) => id)];
  const flow = buildWorkflow({
    id: 'heavy',
    nodes: [{ id: 'make', type: 'function', config: { name: 'make' } }, ...passing],
    edges: ids.slice(1).map((id, i) => ({ from: ids[i] ?? '', to: id })),
  });
  const { result, bytes } = await onFile(functions, {}, async (engine) => {
    const { id } = await engine.runs.start(flow);
    return engine.runs.finished(id);
  });
  const { output } = result;
  if (typeof output !== 'string' || output.length !== valueBytes)
    throw new Error('The value did not come through.');
  return bytes;
}

/** L6: CPU time from a definition of this many nodes to the end of its run, in memory. */
export async function largeGraph(shape: 'chain' | 'wide', nodes: number): Promise<number> {
  const ids = Array.from({ length: nodes }, (_, i) => `n${i}`);
  const node = (id: string) => ({ id, type: 'transform', config: { value: 1 } });
  const flow =
    shape === 'chain'
      ? { nodes: ids.map(node), edges: ids.slice(1).map((to, i) => ({ from: `n${i}`, to })) }
      : {
          nodes: [{ id: 'start', type: 'start' }, ...ids.map(node)],
          edges: ids.map((to) => ({ from: 'start', to })),
        };
  const { memoryStore } = await import('@skein/stores');
  const engine = await createEngine({
    store: memoryStore(),
    nodeTypes: nativeNodeTypes({ functions: new Map() }),
  });
  const before = cpuMs();
  const policy = { maxSteps: nodes + 10, concurrency: 1000 };
  const { id } = await engine.runs.start(buildWorkflow({ id: shape, policy, ...flow }));
  const { status, usage, error } = await engine.runs.finished(id);
  if (status !== 'completed') throw new Error(`${status}: ${error?.message} ${usage.steps}`);
  await engine.close();
  return cpuMs() - before;
}
