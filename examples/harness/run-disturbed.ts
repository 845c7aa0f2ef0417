// Running an example while its engine is disturbed at every append.
import {
  checkJsonSchema,
  joinTools,
  scriptedModel,
  scriptTools,
  webSearch,
} from '../../packages/agents/src/index.ts';
import { createEngine } from '../../packages/engine/src/index.ts';
import type { Store } from '../../packages/ports/src/index.ts';
import { composeWorkflows } from '../../packages/skein/src/parts/compose-workflows.ts';
import { memoryStore } from '../../packages/stores/src/index.ts';
import { readJson, type Example, type ExampleRun } from './example.ts';
import { site } from './site.ts';
import { answerNext, startExample, type LibraryRun } from './run-example.ts';
import { steadyModels } from './steady-models.ts';

/** `replayed`: the state is rebuilt from the journal after every append. `restarted`: so is the engine. */
export type Disturbance = 'replayed' | 'restarted';

/** A run that is restarted more often does not get on. */
const restartsMax = 1000;

export async function runDisturbed(
  { file, script }: Example,
  run: ExampleRun,
  how: Disturbance,
): Promise<LibraryRun> {
  const written = script === null ? undefined : readJson(script);
  const models = steadyModels(scriptedModel(written));
  const appends = watchAppends(memoryStore(), (rows) => models.recorded(rows));
  const start = () =>
    createEngine({
      ...composeWorkflows(site.options),
      store: appends.store,
      models,
      checkSchema: checkJsonSchema,
      tools: joinTools([scriptTools(written), webSearch]),
      rebuildAlways: how === 'replayed',
    });
  let engine = await start();
  try {
    const id = await startExample(engine, file, run);
    const answersLeft = [...(run.answers ?? [])];
    for (let restarts = 0; restarts < restartsMax;) {
      if (how === 'restarted' && appends.isDirty()) {
        restarts++;
        await engine.close();
        engine = await start();
      }
      const settled = engine.runs.settled(id).catch(() => null);
      const result = await (how === 'restarted'
        ? Promise.race([settled, appends.next()])
        : settled);
      if (result === null) continue;
      const isOver = result.status !== 'waiting';
      if (isOver || !(await answerNext(engine, result, answersLeft))) {
        return { result, answersLeft, view: await engine.runs.view(id) };
      }
    }
    throw new Error(`The run does not get on: it was restarted ${restartsMax} times.`);
  } finally {
    await engine.close();
  }
}

interface WatchedAppends {
  readonly store: Store;
  /** Whether there was an append since it was last asked. */
  isDirty(): boolean;
  /** Resolves at the next append. */
  next(): Promise<null>;
}

function watchAppends(store: Store, heard: (rows: string) => void): WatchedAppends {
  let isDirty = false;
  let waiting: (() => void)[] = [];
  const append: Store['runs']['append'] = async (run, expectedSeq, events, ...rest) => {
    await store.runs.append(run, expectedSeq, events, ...rest);
    heard(JSON.stringify(events));
    isDirty = true;
    for (const resume of waiting) resume();
    waiting = [];
  };
  return {
    store: { ...store, runs: { ...store.runs, append } },
    isDirty() {
      const was = isDirty;
      isDirty = false;
      return was;
    },
    next: () =>
      isDirty ? Promise.resolve(null) : new Promise((resume) => waiting.push(() => resume(null))),
  };
}
