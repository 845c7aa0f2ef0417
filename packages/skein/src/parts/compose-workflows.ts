// What it takes to read definitions: node types, functions, dialects. `validate` and `show` need no more.
import {
  builtinFunctions,
  cassetteDeck,
  cassetteFetch,
  createVault,
  dataflowNodeType,
  dialectBehaviours,
  guardedFetch,
  httpBehaviours,
  nativeNodeTypes,
  type CassetteDeck,
  type GuardedFetch,
  type GuardOptions,
  type HttpParts,
  type RegisteredFunction,
} from '@skein/agents';
import {
  allKinds,
  dataflowFunctionType,
  definitionCompiler,
  type DefinitionCompiler,
  type KnownTools,
} from '@skein/dialects';
import type { ConnectionSource, NodeType } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { checkSchemas } from './check-schemas.ts';
import { configuredGuard, knownTools } from './known-tools.ts';
import { noSecrets, type SecretsFor } from './run-secrets.ts';

export function composeDeck({
  cassette,
  clock,
}: Pick<CreateEngineOptions, 'cassette' | 'clock'>): CassetteDeck | undefined {
  return cassette === undefined
    ? undefined
    : cassetteDeck(cassette, clock === undefined ? {} : { clock });
}

export interface ComposedWorkflows {
  /** How nodes, and tools that definitions bring along, make requests. */
  readonly http: HttpParts;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  /** The types among them that the host has registered. */
  readonly ownTypes: ReadonlySet<string>;
  /** Those that are in no list. */
  readonly innerTypes: ReadonlySet<string>;
  /** Built-in ones included. */
  readonly functions: ReadonlyMap<string, RegisteredFunction>;
  readonly tools: KnownTools;
  readonly compile: DefinitionCompiler;
}

/** What it takes to read definitions without running them. */
export function composeWorkflows(
  options: Pick<
    CreateEngineOptions,
    | 'functions'
    | 'nodeTypes'
    | 'dataflow'
    | 'tools'
    | 'script'
    | 'cassette'
    | 'clock'
    | 'http'
    | 'config'
    | 'missing'
  > & {
    /** Default: those of the options. */
    readonly known?: KnownTools;
    /** Where the server of these runs is. */
    readonly ownPlaces?: GuardOptions['own'] | undefined;
    /** Types that no definition of a person has: the engine makes these definitions itself. */
    readonly innerTypes?: ReadonlyMap<string, NodeType> | undefined;
    /** The secrets that nodes in the runs of this user may name; default: none. */
    readonly secretsFor?: SecretsFor | undefined;
    /** Accounts of users; default: none. */
    readonly connections?: ConnectionSource | undefined;
  } = {},
  deck?: CassetteDeck,
): ComposedWorkflows {
  checkSchemas(options);
  const { clock, ownPlaces: place, http: given = configuredGuard(options) } = options;
  const http = place === undefined ? given : { ...given, own: place };
  const functions = new Map([
    ...builtinFunctions(clock === undefined ? {} : { clock }),
    ...Object.entries(options.functions ?? {}).map(toRegistered),
  ]);
  const dataflow = Object.entries(options.dataflow ?? {});
  const own = new Map([
    ...dataflow.map(([name, given]) => {
      const type = dataflowFunctionType(name);
      return [type, dataflowNodeType(type, given)] as const;
    }),
    ...Object.entries(options.nodeTypes ?? {}),
  ]);
  const fetch = composeFetch(http, options, deck);
  const checked = new Map([...(options.innerTypes ?? []), ...dialectNodeTypes(fetch), ...own]);
  const requests = composeHttp(fetch, options, deck);
  const native = nativeNodeTypes({
    functions,
    http: requests,
    code: options.config?.limits?.code,
  });
  const nodeTypes = new Map([...native, ...checked]);
  const kinds = new Map([...nodeTypes].map(([type, { kind }]) => [type, kind]));
  const names = new Set(functions.keys());
  const { known: tools = knownTools(options) } = options;
  return {
    tools,
    http: requests,
    nodeTypes,
    ownTypes: new Set(own.keys()),
    innerTypes: new Set(options.innerTypes?.keys()),
    functions,
    compile: definitionCompiler({
      kinds,
      functions: names,
      tools,
      checkConfig: (type, config) => nodeTypes.get(type)?.checkConfig?.(config) ?? [],
    }),
  };
}

function composeFetch(
  http: GuardOptions | undefined,
  { missing }: Pick<CreateEngineOptions, 'missing'>,
  deck: CassetteDeck | undefined,
): GuardedFetch | undefined {
  if (deck === undefined) return http === undefined ? undefined : guardedFetch(http);
  return cassetteFetch(deck, missing === 'live' ? guardedFetch(http) : undefined);
}

function composeHttp(
  fetch: GuardedFetch = guardedFetch(),
  {
    missing,
    secretsFor = () => noSecrets,
    connections,
  }: Pick<CreateEngineOptions, 'missing'> & {
    readonly secretsFor?: SecretsFor | undefined;
    readonly connections?: ConnectionSource | undefined;
  },
  deck: CassetteDeck | undefined,
): HttpParts {
  // What a cassette answers is sent nowhere, and whoever plays it need not have the keys.
  const isPlayed = deck !== undefined && missing !== 'live';
  const vaultOf: HttpParts['vaultOf'] = isPlayed
    ? () => ({ ...createVault(noSecrets), take: recorded, token: recorded })
    : (user) => createVault(secretsFor(user), connections);
  return { fetch, vaultOf };
}

const recorded = async () => 'recorded';

/** The types that dialects add to the native ones: the kind as the dialect declares it, with what it does. */
function dialectNodeTypes(fetch: GuardedFetch | undefined): ReadonlyMap<string, NodeType> {
  const out = fetch === undefined ? [] : httpBehaviours(fetch);
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
