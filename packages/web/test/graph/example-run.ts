// Journals of real runs: an example is run by the engine, offline, and what it wrote is what the studio replays.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileDefinition } from '@skein/dialects';
import type { Graph, Json, JsonObject, RunEvent } from '@skein/kernel';
import { createEngine } from 'skein';

const folder = path.join(import.meta.dirname, '../../../../examples');

export interface ExampleRun {
  readonly graph: Graph;
  readonly journal: readonly RunEvent[];
  /** As the engine shows it. */
  readonly run: JsonObject;
}

export interface RunOptions {
  readonly script?: boolean;
  readonly input?: Json;
  readonly answers?: readonly { readonly node: string; readonly answer: Json }[];
}

export async function runExample(file: string, options: RunOptions = {}): Promise<ExampleRun> {
  const definition = readJson(`${file}.json`) as JsonObject;
  const engine = await createEngine(
    options.script === true ? { script: readJson(`${file}.script.json`) as never } : {},
  );
  try {
    const { id } = await engine.runs.start(
      definition,
      options.input === undefined ? {} : { input: options.input },
    );
    await engine.runs.settled(id);
    for (const { node, answer } of options.answers ?? []) {
      await engine.waits.answer({ run: id, node }, answer);
      await engine.runs.settled(id);
    }
    const { graph } = compileDefinition(definition);
    if (graph === null) throw new Error(`${file} does not compile.`);
    const run = (await engine.runs.get(id)) as unknown as JsonObject;
    return { graph, journal: await engine.runs.journal(id), run };
  } finally {
    await engine.close();
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
}
