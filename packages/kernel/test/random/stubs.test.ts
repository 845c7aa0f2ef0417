// Goal: the kernel never reads a clock, draws a random number, sets a timer or asks its host for anything.
// Method: everything of that kind throws while workflows compile, run, are dumped, loaded, shown and explained. What the
// linter and the compiler refuse by name (tools/kernel-globals.test.ts) is here refused at run time.
import {
  compileGraph,
  createRun,
  dumpState,
  explain,
  isOver,
  loadState,
  rebuildState,
  runId,
  runView,
  transition,
  versionId,
  workflowId,
  type Graph,
  type Json,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { randomHost } from './random-host.ts';
import { randomSource } from './random-source.ts';
import { randomWorkflow } from './random-workflow.ts';

const RUNS = 60;
const EVENTS_MAX = 60;

interface Stub {
  readonly owner: object;
  readonly name: string;
  readonly value: unknown;
}

function stubs(): Stub[] {
  const refuse = (name: string): (() => never) => {
    return () => {
      throw new Error(`The kernel used ${name}.`);
    };
  };
  const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'];
  const clocks = ['hrtime', 'uptime', 'cwd', 'memoryUsage', 'cpuUsage', 'nextTick', 'emitWarning'];
  return [
    ...timers.map((name) => ({ owner: globalThis, name, value: refuse(name) })),
    ...clocks.map((name) => ({ owner: process, name, value: refuse(`process.${name}`) })),
    { owner: globalThis, name: 'Date', value: forbiddenDate(refuse) },
    { owner: Math, name: 'random', value: refuse('Math.random') },
    { owner: performance, name: 'now', value: refuse('performance.now') },
    { owner: crypto, name: 'randomUUID', value: refuse('crypto.randomUUID') },
    { owner: crypto, name: 'getRandomValues', value: refuse('crypto.getRandomValues') },
    { owner: process, name: 'env', value: forbiddenEnvironment(refuse) },
    ...['log', 'warn', 'error', 'info', 'debug'].map((name) => ({
      owner: console,
      name,
      value: refuse(`console.${name}`),
    })),
  ];
}

function forbiddenDate(refuse: (name: string) => () => never): unknown {
  const forbidden = refuse('Date');
  return new Proxy(Date, { apply: forbidden, construct: forbidden, get: forbidden });
}

function forbiddenEnvironment(refuse: (name: string) => () => never): unknown {
  const forbidden = refuse('process.env');
  return new Proxy({}, { get: forbidden, has: forbidden, ownKeys: forbidden });
}

/** What the action gives back; afterwards everything is as it was. */
function withStubs<Result>(action: () => Result): Result {
  const put: (() => void)[] = [];
  try {
    for (const { owner, name, value } of stubs()) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
      put.push(() => {
        if (descriptor === undefined) Reflect.deleteProperty(owner, name);
        else Object.defineProperty(owner, name, descriptor);
      });
    }
    return action();
  } finally {
    for (const restore of put.toReversed()) restore();
  }
}

interface Played {
  readonly events: number;
  readonly status: string;
}

/** Compiles and plays one random workflow, and looks at it in every way that the kernel offers. */
function playBroadly(seed: number): Played {
  const random = randomSource(seed);
  const graph = randomWorkflow(random);
  const host = randomHost(random);
  const journal: RunEvent[] = [];
  let state = createRun();
  const send = (event: object): void => {
    const seq = journal.length + 1;
    const id = `00000000-0000-7000-8000-${(seq * 0x10000).toString(16).padStart(12, '0')}`;
    const full = { at: 1000 + seq, ...event, seq, id } as RunEvent;
    journal.push(full);
    const result = transition(graph, state, full);
    ({ state } = result);
    host.obey(result.effects);
  };
  send({ type: 'run.started', run: 'r', workflow: { id: 'w', version: 'v' }, rules: 1, input: 1 });
  while (!isOver(state) && journal.length < EVENTS_MAX) {
    const event = host.next(journal.length, state.updatedAt);
    if (event === null) break;
    send(event);
  }
  lookAt(graph, state, journal);
  return { events: journal.length, status: state.status };
}

function lookAt(graph: Graph, state: RunState, journal: readonly RunEvent[]): void {
  runView(graph, loadState(graph, dumpState(graph, state)));
  dumpState(graph, rebuildState(graph, journal));
  for (const { id } of graph.nodes) explain(graph, journal, id);
}

describe('the kernel', () => {
  it('[K59] needs no clock, chance, timer or host: with all of them gone, everything works', () => {
    const played = withStubs(() => Array.from({ length: RUNS }, (_, seed) => playBroadly(seed)));
    expect(played.reduce((sum, { events }) => sum + events, 0)).toBeGreaterThan(5 * RUNS);
    expect(new Set(played.map(({ status }) => status)).size).toBeGreaterThan(2);
  });

  it('[K66] makes times and dates from the event alone', () => {
    const value = withStubs(() => {
      const { graph } = compileGraph({
        skein: 1,
        nodes: [
          {
            id: 't',
            type: 'transform',
            config: { value: ['${now}', '${now.date}', '${now.ms}', '${now.date("Asia/Tokyo")}'] },
          },
        ],
      });
      const event = {
        type: 'run.started',
        run: runId('r'),
        workflow: { id: workflowId('w'), version: versionId('v') },
        rules: 1,
        seq: 1,
        at: 86_400_000,
        id: '00000000-0000-7000-8000-000000000000',
        dates: { 'Asia/Tokyo': '1970-01-03' },
      } as const;
      return transition(graph as Graph, createRun(), event).state.output;
    });
    const expected: Json = ['1970-01-02T00:00:00.000Z', '1970-01-02', 86_400_000, '1970-01-03'];
    expect(value).toEqual(expected);
  });

  it.each([
    ['Date.now', () => Date.now()],
    ['new Date', () => new Date()],
    ['Math.random', () => Math.random()],
    ['setTimeout', () => setTimeout(() => undefined, 1)],
    ['performance.now', () => performance.now()],
    ['crypto.randomUUID', () => crypto.randomUUID()],
    ['process.hrtime', () => process.hrtime()],
    ['process.env', () => process.env.PATH],
    ['console.log', () => console.log('hello')],
  ])('the stubs do refuse %s', (_name, use) => {
    expect(() => withStubs<unknown>(use)).toThrow('The kernel used');
    expect(() => withStubs(() => 1)).not.toThrow();
  });
});
