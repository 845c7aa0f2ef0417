// Runs that a collector hears of.
import { readFileSync } from 'node:fs';
import { createEngine, type CreateEngineOptions } from 'skein';
import { afterEach, expect } from 'vitest';
import { startCollector, type CollectedSpan, type Collector } from '../otlp-collector.ts';

export const open: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

export async function collector(...given: Parameters<typeof startCollector>): Promise<Collector> {
  const started = await startCollector(...given);
  open.push(started.close);
  return started;
}

/** For what must arrive: machines may be busy. */
export const timeoutMs = 60_000;

/** The environment of a process that has no variables of its own about it. */
export const environment = {};

export function example(name: string): object {
  const file = new URL(`../../../../examples/native/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

export function named(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.filter((span) => span.name === name);
  expect(spans.map((span) => span.name)).toContain(name);
  return found[0] as CollectedSpan;
}

/** Runs it to its end, and gives the collector what is left. */
export async function runOf(
  workflow: object,
  { input, ...options }: CreateEngineOptions & { readonly input?: string },
) {
  const engine = await createEngine({ environment, ...options });
  const { id } = await engine.runs.start(workflow, input === undefined ? {} : { input });
  const run = await engine.runs.finished(id);
  await engine.close();
  return run;
}

export const flow = {
  skein: 1,
  id: 'flow',
  name: 'Flow',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'try',
      type: 'function',
      config: { name: 'test.flaky' },
      retry: { attempts: 2, delayMs: 1 },
    },
    {
      id: 'child',
      type: 'subworkflow',
      config: {
        workflow: {
          id: 'inner',
          nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Say something.' } }],
          edges: [],
        },
      },
    },
    { id: 'break', type: 'function', config: { name: 'test.fail' } },
  ],
  edges: [
    { from: 'start', to: 'try' },
    { from: 'try', to: 'child' },
    { from: 'child', to: 'break' },
  ],
};

export function flakyFunctions(secret = 'secret') {
  let calls = 0;
  return {
    'test.flaky': () => {
      calls += 1;
      if (calls === 1) throw new Error(`no luck with ${secret}`);
      return 'fine';
    },
    'test.fail': () => {
      throw Object.assign(new Error(`key ${secret} is wrong`), {
        code: 'NO_PAPER',
        retry: 'never',
      });
    },
  };
}
