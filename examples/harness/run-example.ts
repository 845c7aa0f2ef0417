// Running an example as its readers do: through the command line, or through the library.
import type { Engine } from '../../packages/engine/src/index.ts';
import {
  createEngine,
  EngineError,
  type Json,
  type JsonObject,
  type RunJson,
} from '../../packages/skein/src/index.ts';
import { readJson, type Example, type ExampleRun } from './example.ts';
import { site } from './site.ts';

export interface LibraryRun {
  readonly result: RunJson;
  /** In the shape of its dialect. */
  readonly view: JsonObject;
  readonly answersLeft: readonly string[];
}

export async function runByLibrary(
  { file, script }: Example,
  run: ExampleRun,
): Promise<LibraryRun> {
  const engine = await createEngine({
    ...site.options,
    ...(script !== null && { script: readJson(script) }),
  });
  try {
    return await runOn(engine, { file }, run);
  } finally {
    await engine.close();
  }
}

/** On an engine that has what the example needs. */
export async function runOn(
  engine: Engine,
  { file }: Pick<Example, 'file'>,
  run: ExampleRun,
): Promise<LibraryRun> {
  const id = await startExample(engine, file, run);
  const ended = await answerAll(engine, id, [...(run.answers ?? [])]);
  return { ...ended, view: await engine.runs.view(id) };
}

/** Starts it and sends it its events; returns the id of the run. */
export async function startExample(
  engine: Engine,
  file: string,
  { input, start, events = [] }: ExampleRun,
): Promise<string> {
  const { id } = await engine.runs.start(readJson(file), {
    ...(input === undefined ? {} : { input }),
    ...(start === undefined ? {} : { start }),
  });
  for (const { name, data } of events) await engine.events.send(name, data, { run: id });
  return id;
}

async function answerAll(engine: Engine, id: string, answersLeft: string[]) {
  for (;;) {
    const result = await engine.runs.settled(id);
    if (result.status !== 'waiting' || !(await answerNext(engine, result, answersLeft))) {
      return { result, answersLeft };
    }
  }
}

/** Gives the first answer that fits an open wait, and takes it from the list; false when none does. */
export async function answerNext(
  engine: Engine,
  { id, waits }: RunJson,
  answersLeft: string[],
): Promise<boolean> {
  const open = new Set(waits.map(({ node }) => node));
  const next = answersLeft.findIndex((answer) => open.has(splitAnswer(answer).node));
  if (next === -1) return false;
  const [taken = ''] = answersLeft.splice(next, 1);
  const { node, answer } = splitAnswer(taken);
  await engine.waits.answer({ run: id, node }, answer).catch(ignoreRefusal);
  return true;
}

/** As the command does: the wait stays open. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof EngineError) || error.code !== 'ANSWER_REFUSED') throw error;
}

function splitAnswer(written: string): { readonly node: string; readonly answer: Json } {
  const at = written.indexOf('=');
  return { node: written.slice(0, at), answer: JSON.parse(written.slice(at + 1)) as Json };
}

/** What a reader writes after `skein`. */
export function commandOf(
  { file, script }: Example,
  { input, start, answers = [], usesSite = false }: ExampleRun,
  options: { readonly view?: string } = {},
): readonly string[] {
  return [
    'run',
    file,
    '--json',
    ...(options.view === undefined ? [] : ['--view', options.view]),
    ...(script === null ? [] : ['--script', script]),
    ...(usesSite ? ['--config', site.configFile()] : []),
    ...(input === undefined ? [] : ['--input', JSON.stringify(input)]),
    ...(start === undefined ? [] : ['--start', start]),
    ...answers.flatMap((answer) => ['--answer', answer]),
  ];
}
