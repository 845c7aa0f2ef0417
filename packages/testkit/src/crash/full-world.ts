// What W-full needs around it: model, tools, functions, and a person who answers. All effects happen at the ledger.
import {
  checkJsonSchema,
  nativeNodeTypes,
  registeredTools,
  scriptedModel,
  type RegisteredFunction,
  type RegisteredTool,
} from '@skein/agents';
import { createEngine, type DurableOptions, type Engine, type EngineOptions } from '@skein/engine';
import { watchedIo } from '@skein/simulation';
import { isObject, type EffectClass, type Workflow } from '@skein/kernel';
import type { LanguageModel, ModelRequest, NodeType, Store, WaitRecord } from '@skein/ports';
import type { Outside } from '../ledger/outside.ts';
import { outside, type CrashPoints } from './crash-points.ts';
import { fullFunctions } from './full-function.ts';
import { fullHttp } from './full-http.ts';
import { fullScript, fullWorkflow, functionsWorkflow } from './full-workflow.ts';

export interface FullWorld {
  readonly store: Store;
  /** Where effects happen. */
  readonly outside: Outside;
  readonly points: CrashPoints;
  readonly durable?: DurableOptions;
  /** Called for every effect of a step, and for every call of a node without steps, that is really executed. */
  readonly onMade: (what: string) => void;
  readonly onProblem: (error: unknown) => void;
  readonly engine?: Pick<EngineOptions, 'clock' | 'ids' | 'observer'>;
}

export function fullEngine(world: FullWorld): Promise<Engine> {
  const { store, durable, engine } = world;
  return createEngine({
    ...engine,
    ...fullOptions(world),
    store,
    ...(durable === undefined ? {} : { durable }),
  });
}

/** What happens to W-full. */
export interface StoryPlan {
  /** Whether somebody resumes it mended and moves it. */
  readonly isMoved: boolean;
  /** The node that answers its caller; null: none does. */
  readonly answers: string | null;
  readonly workflow: (id: string) => Workflow;
}

/**
 * `moved`: it fails, is resumed in a mended version, and is moved to a third one while it waits for its approval. `functions`: durable
 * functions alone.
 */
export type FullStory = 'full' | 'moved' | 'functions';

export const fullStories: { readonly [story in FullStory]: StoryPlan } = {
  full: { isMoved: false, answers: 'tell', workflow: (id) => fullWorkflow(id) },
  moved: {
    isMoved: true,
    answers: 'tell',
    workflow: (id) => fullWorkflow(id, { edition: 'broken' }),
  },
  functions: { isMoved: false, answers: null, workflow: functionsWorkflow },
};

/** Starts W-full, with the workflows that it begins by their ids. */
export async function startFull(
  { runs, workflows }: Pick<Engine, 'runs' | 'workflows'>,
  id: string,
  {
    story = 'full',
    ...options
  }: { readonly idempotencyKey?: string; readonly story?: FullStory | undefined } = {},
): ReturnType<Engine['runs']['start']> {
  await saveBegun({ workflows });
  return runs.start(fullStories[story].workflow(id), { input: 'tea', ...options });
}

/** The workflows that its functions begin by their ids. */
export async function saveBegun({ workflows }: Pick<Engine, 'workflows'>): Promise<void> {
  for (const { definition } of fullFunctions(nowhere)) await workflows.save(definition);
}

/** Only its definition is wanted. */
const nowhere = {
  outside: {
    call: () => Promise.reject(new Error('Nobody calls it.')),
    find: () => Promise.resolve([]),
  },
  points: { reached: [], at() {} },
};

/** What W-full needs from an engine, on any host. */
export function fullOptions(world: FullParts) {
  return {
    nodeTypes: watchedTypes(world),
    models: { model: (name: string | undefined) => pointedModel(world, name) },
    tools: registeredTools({
      look: tool(world, 'look', 'pure'),
      reserve: tool(world, 'reserve', 'idempotent'),
      pay: tool(world, 'pay', 'guarded'),
      stamp: tool(world, 'stamp', 'guarded'),
      count: tool(world, 'count', 'idempotent'),
      seal: tool(world, 'seal', 'guarded'),
    }),
    checkSchema: checkJsonSchema,
    onProblem: world.onProblem,
  };
}

type FullParts = Omit<FullWorld, 'store' | 'durable' | 'engine'>;

function tool(
  { outside: place, points }: FullParts,
  name: string,
  effect: EffectClass,
): RegisteredTool {
  return {
    effect,
    run: (_args, { idempotencyKey: key, signal }) =>
      outside(points, name, () =>
        place.call({ name, key, deduplicates: effect === 'idempotent' }, signal),
      ),
  };
}

function functionsOf({
  outside: place,
  points,
}: FullParts): ReadonlyMap<string, RegisteredFunction> {
  const effect =
    (name: string, deduplicates: boolean): RegisteredFunction['run'] =>
    (_args, { idempotencyKey: key, signal }) =>
      outside(points, name, () => place.call({ name, key, deduplicates }, signal));
  const flaky = effect('flaky', true);
  return new Map<string, RegisteredFunction>([
    ['ship', { run: effect('ship', true) }],
    [
      'broken',
      {
        run() {
          throw new Error('Not before it is mended.');
        },
      },
    ],
    ['bill', { run: effect('bill', false) }],
    [
      'flaky',
      {
        run(args, io, call) {
          if (call.attempt === 1) throw new Error('Not at the first attempt.');
          return flaky(args, io, call);
        },
      },
    ],
  ]);
}

function pointedModel({ points }: FullParts, name: string | undefined): LanguageModel {
  const model = scriptedModel(fullScript).model(name);
  const call = (request: ModelRequest) =>
    outside(points, `model of ${request.caller.node}`, async () => model.call(request));
  return { ...model, call };
}

/** To read its journals. */
export const fullTypes: ReadonlyMap<string, NodeType> = new Map([
  ...nativeNodeTypes({ functions: new Map() }),
  ...fullFunctions(nowhere).flatMap(({ nodeTypes }) => [...nodeTypes]),
]);

function watchedTypes(world: FullParts): ReadonlyMap<string, NodeType> {
  const types = new Map([
    ...nativeNodeTypes({ functions: functionsOf(world), http: fullHttp(world) }),
    ...fullFunctions(world).flatMap(({ nodeTypes }) => [...nodeTypes]),
  ]);
  return new Map(
    [...types].map(([name, type]) => {
      // Called as a whole: the journal contains its steps and its end.
      const { halves: _halves, run, ...rest } = type;
      if (run === undefined) return [name, type];
      const watched: NodeType = {
        ...rest,
        run(call, io) {
          const activation = `${call.run} ${call.node}#${call.activation}`;
          // Of a node with `each`, an element is what must not be made again; one that finds its steps may.
          if (call.index === undefined) world.onMade(activation);
          else if (type.asksInSteps !== true) world.onMade(`${activation} [${call.index}]`);
          return run(
            call,
            watchedIo(io, (key) => world.onMade(`${activation} ${key}`)),
          );
        },
      };
      return [name, watched];
    }),
  );
}

/** Approves; and where an outcome is unknown, checks the ledger for what has happened. */
export async function answerOf(wait: WaitRecord, place: Pick<Outside, 'find'>) {
  if (wait.question.kind !== 'outcome') return 'approve';
  const { data } = wait.question;
  const name = isObject(data) && typeof data['name'] === 'string' ? data['name'] : undefined;
  const prefix = `${wait.run}/${wait.node}/${wait.activation}`;
  const [effect] = await place.find({
    prefix,
    ...(name === undefined ? {} : { name }),
  });
  if (effect === undefined) return { action: 'retry' };
  // What a request gave back is the whole answer of the ledger.
  const result = name === undefined && effect.name === 'post' ? { ...effect } : effect.result;
  return { action: 'result', result };
}
