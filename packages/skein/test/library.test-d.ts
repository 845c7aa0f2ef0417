// What programs that use the library may write, and what they may not. Compiled by `tsc -b`, never run: a line under
// `@ts-expect-error` that compiles is an error. The messages of some mistakes are in tools/library-mistakes.test.ts.
import {
  createEngine,
  createPipelines,
  port,
  registeredFunction,
  registeredTool,
  type CreateEngineOptions,
  type Engine,
  EngineError,
  type Json,
  type LanguageModel,
  type NodeType,
  type ProblemCode,
  type RunJson,
  type Script,
  type Store,
} from 'skein';

/** Compiles where `Value` is exactly `Expected`. */
type Same<Value, Expected> =
  (<T>() => T extends Value ? 1 : 2) extends <T>() => T extends Expected ? 1 : 2 ? true : never;
declare function same<Value, Expected>(holds: Same<Value, Expected>): void;

/** The example of the README. */
export async function readme(definition: object): Promise<Json> {
  const engine = await createEngine({ store: 'sqlite:./skein.db' });
  const flow = await engine.workflows.save(definition);
  const run = await engine.runs.start(flow.id, { input: { text: 'hi' } });
  for await (const update of engine.runs.events(run.id)) {
    if (update.type === 'event') same<typeof update.seq, number>(true);
    // @ts-expect-error An event has other keys than a transient one.
    else update.seq.toFixed();
  }
  await engine.waits.answer('wait', { decision: 'approve' });
  const done = await engine.runs.finished(run.id);
  same<typeof done, RunJson>(true);
  return done.output;
}

export const options: readonly CreateEngineOptions[] = [
  {},
  { store: 'memory', functions: { double: (value) => Number(value) * 2 } },
  { functions: { route: { ports: ['left'], run: () => port('left', 1) } } },
  { tools: { look: { description: 'Looks.', effect: 'pure', run: async () => ['a'] } } },
  { script: { replies: [{ text: 'Hello.' }], otherwise: 'echo' } },
  // @ts-expect-error A function is a function, or an object with one.
  { functions: { double: 2 } },
  // @ts-expect-error There is no such option.
  { stores: 'memory' },
  // @ts-expect-error An effect is one of three words.
  { tools: { look: { effect: 'harmless', run: () => 1 } } },
  // @ts-expect-error Only `fail` and `live` are known.
  { missing: 'ignore' },
  // @ts-expect-error A reply is an object.
  { script: { replies: ['Hello.'] } },
];

export const typedFunction = registeredFunction({
  args: (z) => z.object({ amount: z.number() }),
  run({ amount }, io) {
    same<typeof amount, number>(true);
    same<typeof io.idempotencyKey, string>(true);
    return amount * 2;
  },
});

export const typedTool = registeredTool({
  parameters: (z) => z.object({ city: z.string() }),
  // @ts-expect-error The schema has no country.
  run: ({ country }) => country,
});

// @ts-expect-error What a node gives is JSON.
export const notJson = registeredFunction({ args: (z) => z.string(), run: () => new Map() });

/** Codes are a closed list. */
export function codeOf(error: unknown): ProblemCode | undefined {
  if (!(error instanceof EngineError)) return undefined;
  // `any` would let every misspelt code pass.
  same<typeof error.code, ProblemCode>(true);
  return error.code;
}

export function isBusy(error: EngineError): boolean {
  same<typeof error.code, ProblemCode>(true);
  // @ts-expect-error No problem has this code.
  if (error.code === 'BUSY') return true;
  return error.code === 'RUN_NOT_FOUND';
}

/** A store, models and node types of one's own. */
export async function own(store: Store, model: LanguageModel, type: NodeType): Promise<Engine> {
  return createEngine({ store, models: { model: () => model }, nodeTypes: { own: type } });
}

/** An engine is used by its parts; they cannot be replaced. */
export function parts(engine: Engine, other: Engine): void {
  // @ts-expect-error It is read-only.
  engine.runs = other.runs;
  // @ts-expect-error A run is started by the id of a workflow, or by a definition.
  void engine.runs.start(1);
}

/** Ids may be plain text, but one kind is never taken for another. */
export async function ids(engine: Engine, text: string): Promise<readonly string[]> {
  await engine.runs.get(text);
  await engine.waits.get(text);
  await engine.waits.answer(text, null);
  await engine.waits.answer({ run: text, node: 'map/0/review' }, null);
  await engine.outputs.get(text);
  await engine.workflows.get(text, text);
  await engine.runs.list({ workflow: text, parent: text });
  const [wait] = (await engine.waits.list({ run: text })).items;
  if (wait === undefined) return [];
  await engine.runs.retry(wait.run, wait.node);
  await engine.waits.answer(wait.id, null);
  // @ts-expect-error It is a run, and a wait is answered.
  await engine.waits.answer(wait.run, null);
  // @ts-expect-error It is a wait, and a run is wanted.
  await engine.runs.get(wait.id);
  // @ts-expect-error The run comes first.
  await engine.runs.explain(wait.node, wait.run);
  // @ts-expect-error It is a wait, and an output is wanted.
  await engine.outputs.get(wait.id);
  const { id, version } = await engine.workflows.save({});
  await engine.workflows.get(id, version);
  // @ts-expect-error The workflow comes first.
  await engine.workflows.get(version, id);
  // @ts-expect-error It is a version, and a run is wanted.
  await engine.events.send('paid', null, { run: version });
  const run = await engine.runs.start(id);
  return [run.id, wait.id, id, version];
}

/** Every call of a pipeline is for a user. */
export async function pipelines(): Promise<string> {
  const { workflows } = await createPipelines();
  // @ts-expect-error Whose is it?
  await workflows.create('Mail', 'Sorts mail.');
  const script: Script = { otherwise: 'fail' };
  return script.otherwise ?? 'echo';
}
