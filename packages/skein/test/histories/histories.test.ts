// Goal: what an earlier version of Skein has written is read the same way for ever. Method: trees of runs as that version exported
// them, by the number of its decision rules, each with what that version said about the run. Whoever changes the rules records
// some under the new number and never touches the old ones.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RULES } from '@skein/kernel';
import { createEngine, type Engine, type Json, type Script } from 'skein';
import { afterEach, describe, expect, it } from 'vitest';

interface History {
  readonly bundle: { readonly runs: readonly { readonly rows: readonly object[] }[] };
  readonly run: { readonly id: string };
  readonly view: Json;
}

const folder = import.meta.dirname;
const files = ['rules-1', 'rules-2', 'rules-3'].flatMap((rules) =>
  readdirSync(path.join(folder, rules)).map((name) => `${rules}/${name}`),
);
const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as History;

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function opened(script?: Script): Promise<Engine> {
  const engine = await createEngine(script === undefined ? {} : { script });
  engines.push(engine);
  return engine;
}

/** The words in which the engine itself asks about a limit are no decision. */
function decided(view: unknown): unknown {
  return JSON.parse(JSON.stringify(view), (_, value: unknown) => {
    const isLimit = typeof value === 'object' && (value as { kind?: unknown })?.kind === 'limit';
    return isLimit ? { ...value, prompt: null, schema: null } : value;
  });
}

describe('journals of earlier versions', () => {
  it.each(files)('[E124] %s replays to what was said then', async (file) => {
    const { bundle, run, view } = read(file);
    const engine = await opened();
    await engine.runs.import(bundle);
    expect(decided(await engine.runs.get(run.id))).toEqual(decided(run));
    expect(decided(await engine.runs.view(run.id))).toEqual(decided(view));
  });

  it('[E124] a run of earlier rules continues under its own', async () => {
    const example = path.join(folder, '../../../../examples/native/15-budget-pause.script.json');
    const script = JSON.parse(readFileSync(example, 'utf8')) as Script;
    for (const rules of [1, 2]) {
      const { bundle, run } = read(`rules-${rules}/native-15-budget-pause.json`);
      const engine = await opened(script);
      await engine.runs.import(bundle);
      await engine.waits.answer({ run: run.id }, { tokens: 500 });
      const { status, output } = await engine.runs.finished(run.id);
      expect({ status, output }).toEqual({
        status: 'completed',
        output: ['One.', 'Two.', 'Three.'],
      });
      expect((await engine.runs.journal(run.id))[0]).toMatchObject({ rules });
    }
  });

  it('[E125] a run of rules that are not known yet is refused by its name', async () => {
    const { bundle, run } = read('rules-2/native-15-budget-pause.json');
    const text = JSON.stringify(bundle).replaceAll('"rules":2', '"rules":99');
    const engine = await opened();
    await expect(engine.runs.import(JSON.parse(text))).rejects.toMatchObject({
      code: 'RULES_UNKNOWN',
      details: { run: run.id, rules: 99, known: RULES },
    });
  });
});
