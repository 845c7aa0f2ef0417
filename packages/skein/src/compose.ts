// Composition
// The only file that picks implementations: store, node types, functions, model, dialects. Everything else receives them.
// The engine and the store are loaded when one is made, because `validate` and `show` need neither.
import {
  builtinFunctions,
  checkJsonSchema,
  dataflowNodeType,
  dialectBehaviours,
  guardedFetch,
  httpBehaviours,
  joinTools,
  nativeNodeTypes,
  registeredTools,
  scriptedModel,
  type GuardOptions,
  scriptTools,
  webSearch,
  type DataflowFunction,
  type DataflowNode,
  type RegisteredFunction,
  type RegisteredTool,
  type Script,
} from '@skein/agents';
import {
  allKinds,
  compileDefinition,
  type CompiledDefinition,
  type DefinitionOptions,
} from '@skein/dialects';
import type { Engine, EngineOptions } from '@skein/engine';
import type { NodeType, Store } from '@skein/ports';

export interface CreateEngineOptions extends Pick<
  EngineOptions,
  'models' | 'clock' | 'ids' | 'onProblem'
> {
  /**
   * Where journals are kept: an address (`sqlite:./skein.db`, `postgres://…`, …; the engine then closes the store with
   * itself), or a store; default `memory`: gone when the process ends.
   */
  readonly store?: string | Store;
  /** Functions that nodes of type `function` can call, by name, beside the built-in ones. */
  readonly functions?: { readonly [name: string]: RegisteredFunction | RegisteredFunction['run'] };
  /** Tools that agents may be offered, by name; a script answers for names that are not here. */
  readonly tools?: { readonly [name: string]: RegisteredTool | RegisteredTool['run'] };
  /** Own node types by the `type` of a definition, beside the native ones. */
  readonly nodeTypes?: { readonly [type: string]: NodeType };
  /** Functions in the form of the dataflow dialect, by the `nodeType` that its definitions call them. */
  readonly dataflow?: { readonly [nodeType: string]: DataflowFunction | DataflowNode };
  /** Replies of the offline model, which answers for every model unless `models` is given; default: it echoes. */
  readonly script?: Script;
  /** What requests of nodes to the outside may reach and take; default: the open internet, 30 s, 5 MB. */
  readonly http?: GuardOptions;
}

/** Makes an engine with Skein's own parts in every place that the options leave open. */
export async function createEngine(options: CreateEngineOptions = {}): Promise<Engine> {
  const { clock, ids, onProblem, script } = options;
  const { nodeTypes, compile } = composeWorkflows(options);
  const [engine, store] = await Promise.all([import('@skein/engine'), composeStore(options.store)]);
  const isOurs = typeof options.store === 'string' && options.store !== 'memory';
  const made = await engine.createEngine({
    store,
    ...(isOurs ? { durable: durableOver(options.store) } : {}),
    nodeTypes,
    compile,
    checkSchema: checkJsonSchema,
    models: options.models ?? scriptedModel(script, clock === undefined ? {} : { clock }),
    tools: joinTools([registeredTools(options.tools ?? {}), scriptTools(script), webSearch]),
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
    ...(onProblem === undefined ? {} : { onProblem }),
  });
  return isOurs ? { ...made, close: () => closeBoth(made, store) } : made;
}

/** A file belongs to one process; a server may be shared, and then others may ask something of our runs. */
function durableOver(url: unknown): NonNullable<EngineOptions['durable']> {
  return String(url).startsWith('sqlite:') ? {} : { sharing: { pollMs: 250 } };
}

/** Whoever opened the store closes it. */
async function closeBoth(engine: Engine, store: Store): Promise<void> {
  await engine.close();
  await store.close();
}

export interface ComposedWorkflows {
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  readonly compile: (
    definition: unknown,
    options?: Pick<DefinitionOptions, 'start' | 'dialect'>,
  ) => CompiledDefinition;
}

/** What it takes to read definitions without running them. */
export function composeWorkflows(
  options: Pick<
    CreateEngineOptions,
    'functions' | 'nodeTypes' | 'dataflow' | 'clock' | 'http'
  > = {},
): ComposedWorkflows {
  const { clock, http } = options;
  const functions = new Map([
    ...builtinFunctions(clock === undefined ? {} : { clock }),
    ...Object.entries(options.functions ?? {}).map(toRegistered),
  ]);
  const dataflow = Object.entries(options.dataflow ?? {});
  const own = new Map([
    ...dataflow.map(([type, given]) => [type, dataflowNodeType(type, given)] as const),
    ...Object.entries(options.nodeTypes ?? {}),
  ]);
  const checked = new Map([...dialectNodeTypes(http), ...own]);
  const nodeTypes = new Map([...nativeNodeTypes({ functions }), ...checked]);
  const kinds = new Map([...nodeTypes].map(([type, { kind }]) => [type, kind]));
  const names = new Set(functions.keys());
  return {
    nodeTypes,
    compile: (definition, given = {}) =>
      compileDefinition(definition, {
        kinds,
        functions: names,
        checkConfig: (type, config) => checked.get(type)?.checkConfig?.(config) ?? [],
        ...given,
      }),
  };
}

/** The types that dialects add to the native ones: the kind as the dialect declares it, with what it does. */
function dialectNodeTypes(http: GuardOptions | undefined): ReadonlyMap<string, NodeType> {
  const out = http === undefined ? [] : httpBehaviours(guardedFetch(http));
  return new Map(
    [...dialectBehaviours, ...out].map(([type, behaviour]) => {
      const kind = allKinds.get(type);
      if (kind === undefined) throw new Error(`No dialect declares the node type "${type}".`);
      return [type, { ...behaviour, kind }];
    }),
  );
}

function toRegistered([name, given]: [
  string,
  RegisteredFunction | RegisteredFunction['run'],
]): readonly [string, RegisteredFunction] {
  return [name, typeof given === 'function' ? { run: given } : given];
}

async function composeStore(store: string | Store = 'memory'): Promise<Store> {
  if (typeof store !== 'string') return store;
  const { openStore } = await import('@skein/stores');
  return openStore(store);
}
