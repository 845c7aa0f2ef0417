// Load on a store with outages
// Many short runs in one process, with callers that retry when the store is unavailable. At the end every run
// must have reached its one right result, with each step recorded once.
import { nativeNodeTypes } from '@skein/agents';
import { createEngine, type DurableOptions, type Engine } from '@skein/engine';
import { EngineError, type Store } from '@skein/ports';
import { complaintsAbout, notingStore, recordedIn, treesOf } from '../crash/journal-facts.ts';
import { buildWorkflow } from '../engine/build-workflow.ts';

export interface OutageLoad {
  readonly store: Store;
  readonly runs: number;
  readonly steps: number;
  /** How long each step takes. */
  readonly stepMs: number;
  readonly durable: DurableOptions;
}

export interface OutageResult {
  readonly wrong: readonly string[];
  readonly completed: number;
  /** How often a caller was told that the store is unavailable. */
  readonly refused: number;
  /** Errors that no caller waited for. */
  readonly problems: readonly string[];
}

const retryMs = 50;
const away: ReadonlySet<string> = new Set(['STORE_UNAVAILABLE', 'RUN_LOST']);

export async function outageLoad(
  load: OutageLoad,
  trouble: (engine: Engine) => Promise<void>,
): Promise<OutageResult> {
  const { store, runs, steps, stepMs, durable } = load;
  const known = new Set<string>();
  const wrong: string[] = [];
  const problems: string[] = [];
  let refused = 0;
  const insist = async <T>(act: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof EngineError) || !away.has(error.code)) throw error;
        refused += 1;
        await pause(retryMs);
      }
    }
  };
  const engine = await insist(() =>
    createEngine({
      store: notingStore(store, known),
      nodeTypes: nativeNodeTypes({
        functions: adding(
          stepMs,
          (what) => known.has(what) && wrong.push(`Made again although recorded: ${what}`),
        ),
      }),
      durable,
      onProblem: (error) => {
        const code = error instanceof EngineError ? error.code : '';
        if (!away.has(code)) problems.push(String(error));
      },
    }),
  );
  const { id: workflow } = await insist(() => engine.workflows.save(chain(steps)));
  const one = async (n: number) => {
    await pause(n * 20);
    const start = { input: n, idempotencyKey: `run ${n}` };
    const { id } = await insist(() => engine.runs.start(workflow, start));
    const { status, output } = await insist(() => engine.runs.finished(id));
    if (status !== 'completed' || output !== n + steps)
      wrong.push(`Run ${n} is ${status} with ${JSON.stringify(output)}.`);
  };
  await Promise.all([trouble(engine), ...Array.from({ length: runs }, (_, n) => one(n))]);
  await insist(() => engine.close());
  // The wire may have just come back, and the machine may be slower than the patience of a query.
  const all = await insist(() => treesOf(store, workflow));
  if (all.length !== runs) wrong.push(`There are ${all.length} runs instead of ${runs}.`);
  wrong.push(...(await insist(() => complaintsAbout(store, all))));
  const recorded = await insist(() => recordedIn(store, all));
  if (recorded.size !== runs * steps)
    wrong.push(`${recorded.size} results are recorded, not ${runs * steps}.`);
  const completed = all.filter(({ status }) => status === 'completed').length;
  return { wrong, completed, refused, problems };
}

function chain(steps: number) {
  const ids = Array.from({ length: steps }, (_, i) => `add${i + 1}`);
  return buildWorkflow({
    id: 'outage',
    nodes: ids.map((id) => ({
      id,
      type: 'function',
      config: { name: 'add', args: '${previous}' },
    })),
    edges: ids.slice(1).map((id, i) => ({ from: `add${i + 1}`, to: id })),
  });
}

function adding(stepMs: number, onMade: (what: string) => void) {
  const run = async (
    args: unknown,
    _io: unknown,
    call: { readonly run: string; readonly node: string; readonly activation: number },
  ) => {
    onMade(`${call.run} ${call.node}#${call.activation}`);
    await pause(stepMs);
    return Number(args) + 1;
  };
  return new Map([['add', { run }]]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
