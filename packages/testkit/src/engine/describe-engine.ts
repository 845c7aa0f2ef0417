// Engine scenarios
// Each is run twice: as users run it, and with the state rebuilt from the journal after every append, so that nothing can
// depend on what is only in memory. After each test the journals of all its runs are checked.
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import {
  checkJournal,
  compileForTypes,
  createEngine,
  type DurableOptions,
  type Engine,
  type Limits,
  type AnswerLog,
  type RunJson,
  type StartOptions,
} from '@skein/engine';
import { seededIds, settleTicks, virtualClock, type VirtualClock } from '@skein/simulation';
import {
  withoutUndefined,
  type LanguageModel,
  type Logger,
  type NodeFunction,
  type NodeType,
  type Observer,
  type OnStep,
  type Outbox,
  type Store,
  type ToolSource,
} from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { afterEach, describe, expect } from 'vitest';

export interface HarnessOptions {
  /** What nodes of type `task` call, by the id of the node. */
  readonly tasks?: { readonly [node: string]: NodeFunction };
  /** For every node of type `task` without a function of its own. */
  readonly task?: NodeFunction;
  readonly nodeTypes?: readonly NodeType[];
  readonly models?: { model(name: string | undefined): LanguageModel };
  readonly tools?: ToolSource;
  readonly observer?: Observer;
  readonly logger?: Logger;
  readonly onStep?: OnStep;
  readonly outbox?: Outbox;
  readonly logAnswer?: AnswerLog;
  readonly onProblem?: (error: unknown) => void;
  readonly store?: Store;
  readonly durable?: DurableOptions;
  readonly limits?: Limits;
  readonly isolatesUsers?: boolean;
  /** Of its ids; engines that share a store need different ones. Default 1. */
  readonly seed?: number;
}

export interface Harness {
  readonly engine: Engine;
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly isRebuilt: boolean;
  readonly start: (workflow: object, options?: StartOptions) => Promise<string>;
  /** Starts it and waits for its end. */
  readonly run: (workflow: object, options?: StartOptions) => Promise<RunJson>;
  /** Lets everything happen that needs no time to pass. */
  readonly settle: () => Promise<void>;
  /** A new engine over the same store, as after a crash. */
  readonly restart: () => Promise<Harness>;
}

export type MakeHarness = (options?: HarnessOptions) => Promise<Harness>;

export function describeEngine(name: string, scenarios: (make: MakeHarness) => void): void {
  for (const isRebuilt of [false, true]) {
    describe(`${name} (${isRebuilt ? 'rebuilt after every append' : 'live'})`, () => {
      const made: Harness[] = [];
      afterEach(async () => {
        for (const harness of made.splice(0)) await checkAndClose(harness);
      });
      scenarios(async (options = {}) => {
        const harness = await makeHarness(options, isRebuilt, made);
        made.push(harness);
        return harness;
      });
    });
  }
}

async function makeHarness(
  options: HarnessOptions,
  isRebuilt: boolean,
  made: Harness[],
  kept?: { readonly clock: VirtualClock; readonly ids: ReturnType<typeof seededIds> },
): Promise<Harness> {
  const { store = memoryStore(), models, tools, durable, limits, isolatesUsers } = options;
  const { observer, logger, onStep, onProblem, outbox, logAnswer } = options;
  const { clock, ids } = kept ?? { clock: virtualClock(), ids: seededIds(options.seed ?? 1) };
  const nodeTypes = typesOf(options);
  const told = withoutUndefined({ outbox, logger, onStep, logAnswer });
  const engine = await createEngine({
    ...told,
    store,
    nodeTypes,
    checkSchema: checkJsonSchema,
    clock,
    ids,
    rebuildAlways: isRebuilt,
    ...(models === undefined ? {} : { models }),
    ...(tools === undefined ? {} : { tools }),
    ...(observer === undefined ? {} : { observer }),
    ...(onProblem === undefined ? {} : { onProblem }),
    ...(durable === undefined ? {} : { durable }),
    ...(limits === undefined ? {} : { limits }),
    ...(isolatesUsers === undefined ? {} : { isolatesUsers }),
  });
  return {
    engine,
    clock,
    store,
    isRebuilt,
    start: async (workflow, start) => (await engine.runs.start(workflow, start)).id,
    run: async (workflow, start) =>
      engine.runs.finished((await engine.runs.start(workflow, start)).id),
    settle: () => settleTicks(),
    async restart() {
      // As a crash would: what is in flight is not waited for.
      await engine.close({ drainMs: 0 });
      const next = await makeHarness({ ...options, store }, isRebuilt, made, { clock, ids });
      made.push(next);
      return next;
    },
  };
}

function typesOf(options: HarnessOptions): ReadonlyMap<string, NodeType> {
  const types = new Map(nativeNodeTypes({ functions: new Map() }));
  types.set('task', taskType(options));
  for (const nodeType of options.nodeTypes ?? []) types.set(nodeType.kind.type, nodeType);
  return types;
}

function taskType({ tasks = {}, task = passOn }: HarnessOptions): NodeType {
  return {
    kind: { type: 'task', mode: 'execute', ports: 'any' },
    description: 'Calls a function of the test.',
    run: (call, io) => (tasks[call.node] ?? task)(call, io),
  };
}

const passOn: NodeFunction = ({ previous }) => (previous === undefined ? {} : { value: previous });

async function checkAndClose({ engine, store }: Harness): Promise<void> {
  for (const { id, workflow, start, user } of (await store.runs.list({})).items) {
    const rows = (await store.runs.journal(id)) ?? [];
    const own = await store.definitions.get(workflow.id, workflow.version, user);
    const record = own ?? (await store.definitions.get(workflow.id, workflow.version));
    const { definition, dialect } = record ?? {};
    const { graph } = compileForTypes(typesOf({}))(definition, {
      ...(start === undefined ? {} : { start }),
      ...(dialect === undefined ? {} : { dialect }),
    });
    if (graph !== null) expect(checkJournal(graph, rows), `journal of ${id}`).toEqual([]);
  }
  await engine.close({ drainMs: 0 });
}
