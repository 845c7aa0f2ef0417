// An engine for tests of users
// The world of `skein test` (Test world) as an engine in code: time that moves when told, answers in place of steps, scripted models,
// and a process that can die.
// E1. What a test holds, such as the handle of a run, goes on with the next process after a crash.
// E2. Timers, deadlines, retries and schedules happen in the order of their times, each after everything before it has happened.
import type { Engine as DurableEngine, RunJson } from '@skein/engine';
import type { Json } from '@skein/kernel';
import type { StepAnswers } from '@skein/simulation';
import { durationMs, type Duration, type Workflow } from '@skein/sdk';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { scheduleWorkflow, type ScheduleTimes } from '../embedding/schedule.ts';
import type { Engine } from '../embedding/engine.ts';
import { openWaits, waitName } from '../typed/open-waits.ts';
import { collectWorkflows, saveWorkflows } from '../typed/register-workflows.ts';
import type { RunHandle } from '../typed/run-handle.ts';
import { typedEngine } from '../typed/typed-engine.ts';
import { createWorld, type TestWorld } from './test-world.ts';

export interface TestOptions extends Omit<
  CreateEngineOptions,
  'store' | 'clock' | 'ids' | 'durable' | 'secretKey' | 'links' | 'onProblem'
> {
  /** What is done in place of steps and of functions of nodes, by their names: nothing outside is touched. */
  readonly steps?: StepAnswers | undefined;
  /** The time at which the test begins; default 15 November 2026. */
  readonly startAt?: Date | string | undefined;
}

/** A run in a test. */
export interface TestRun<Out> extends RunHandle<Out> {
  /** As it is when everything has happened that can happen without time passing. */
  now(): Promise<RunJson>;
  /** What it asks for then: names of questions, or of the nodes that ask. */
  asked(): Promise<readonly string[]>;
}

export interface TestEngine extends Omit<Engine, 'start' | 'get' | 'handler'> {
  start<In, Out>(
    workflow: Workflow<In, Out>,
    input: NoInfer<In>,
    options?: Parameters<Engine['start']>[2],
  ): Promise<TestRun<Out>>;
  get<In, Out>(workflow: Workflow<In, Out>, run: string): TestRun<Out>;
  /** Time passes, in no time (E2). */
  advance(time: Duration): Promise<void>;
  /** The time of the test. */
  now(): Date;
  /** The process dies, and another one goes on with what is in the store. */
  crash(): Promise<void>;
}

/**
 * An engine in which time passes only when a test says so:
 *
 *     await using engine = await testEngine({ workflows: [onboard], steps: { create: () => ({ account: 'a1' }) } });
 *     const run = await engine.start(onboard, { id: '7' });
 *     await engine.advance('3d');
 *     await engine.crash();
 *     await assertWaitingFor(run, 'sign');
 */
export async function testEngine(options: TestOptions = {}): Promise<TestEngine> {
  const { steps, startAt, ...given } = options;
  const workflows = collectWorkflows(given);
  const world = await createWorld({
    ...given,
    answers: steps,
    startAt: startAt === undefined ? undefined : new Date(startAt).getTime(),
  });
  const live = liveEngine(world);
  await saveWorkflows(live, workflows);
  const typed = typedEngine(live, workflows);
  const quiet = () => untilQuiet(world);
  const inTest = <Out>(handle: RunHandle<Out>): TestRun<Out> => ({
    ...handle,
    async now() {
      await quiet();
      return live.runs.get(handle.id);
    },
    async asked() {
      await quiet();
      const names: string[] = [];
      for await (const wait of openWaits(live, handle.id)) names.push(waitName(wait));
      return names;
    },
  });
  const close = () => world.close();
  return {
    ...typed,
    start: async (flow, input, given) => inTest(await typed.start(flow, input, given)),
    get: (flow, run) => inTest(typed.get(flow, run)),
    async schedule(workflow: Workflow | string, times: ScheduleTimes, input?: Json) {
      const services = { engine: live, store: world.store, clock: world.clock };
      await scheduleWorkflow(services, workflow, { times, input });
    },
    advance: (time) => advance(world, live, durationMs(time)),
    now: () => new Date(world.clock.now()),
    async crash() {
      await quiet();
      await world.restart();
      await quiet();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The parts of whichever engine is alive (E1). */
function liveEngine(world: TestWorld): DurableEngine {
  const part = <Name extends 'workflows' | 'runs' | 'waits' | 'events' | 'outputs' | 'memory'>(
    name: Name,
  ): DurableEngine[Name] =>
    new Proxy(world.engine()[name], { get: (_, key) => Reflect.get(world.engine()[name], key) });
  return {
    workflows: part('workflows'),
    runs: part('runs'),
    waits: part('waits'),
    events: part('events'),
    outputs: part('outputs'),
    memory: part('memory'),
    drain: (given) => world.engine().drain(given),
    close: () => world.close(),
  };
}

async function untilQuiet(world: TestWorld): Promise<void> {
  do await world.quiet();
  while (world.isBusy() && (await world.progress()));
}

async function advance(world: TestWorld, engine: DurableEngine, ms: number): Promise<void> {
  const { clock, store } = world;
  const until = clock.now() + ms;
  const schedule = await schedulerOf(world, engine);
  await untilQuiet(world);
  for (;;) {
    const times = [clock.nextAt, await store.triggers.nextDue()].filter((time) => time !== null);
    const next = Math.min(...times);
    if (next > until) break;
    await clock.advance(Math.max(0, next - clock.now()));
    await schedule.fireDue();
    await untilQuiet(world);
  }
  await clock.advance(until - clock.now());
  await untilQuiet(world);
}

async function schedulerOf({ clock, store }: TestWorld, engine: DurableEngine) {
  const { scheduler } = await import('@skein/server');
  let count = 0;
  const newId = () => `test-${(count += 1)}`;
  const onBug = (error: unknown) => {
    throw error;
  };
  return scheduler({ engine, records: store, clock, newId, onBug }, 'test');
}
