// Composition
// The only file that picks implementations: store, node types, functions, model, dialects. Everything else receives them.
// The engine and the store are loaded when one is made, because `validate` and `show` need neither.
import { checkJsonSchema } from '@skein/agents';
import type { Engine, EngineOptions } from '@skein/engine';
import { loadOptional, type NodeType, type Store } from '@skein/ports';
import process from 'node:process';
import type { CreateEngineOptions } from './config/engine-options.ts';
import { packageVersion } from './package-version.ts';
import {
  composeModels,
  type ComposedModels,
  type StoredSecretSource,
} from './parts/compose-models.ts';
import { composeStore } from './parts/compose-store.ts';
import { composeTools, type ComposedTools } from './parts/compose-tools.ts';
import { composeDeck, composeWorkflows } from './parts/compose-workflows.ts';
import { storedAgents } from './parts/stored-agents.ts';
import { isServerUrl } from './remote/is-server-url.ts';
import type { OpenTelemetry } from './telemetry/open-telemetry.ts';
import { telemetrySettings } from './telemetry/telemetry-settings.ts';
import { withoutUndefined } from './without-undefined.ts';

interface ComposeOptions extends CreateEngineOptions {
  /** Secrets that are kept in the store, for names that neither the environment nor the file of secrets has. */
  readonly storedSecrets?: ((store: Store) => StoredSecretSource) | undefined;
  /** Who drives the runs instead of this process. */
  readonly restate?: RestatePlace | undefined;
}

/** Runs are on Restate: where its ingress is, and which installation of several this is. */
export interface RestatePlace {
  readonly ingressUrl: string;
  readonly namespace?: string | undefined;
}

/** Makes an engine with Skein's own parts in every place that the options leave open. */
export async function createEngine(options: CreateEngineOptions = {}): Promise<Engine> {
  const { store, environment = process.env } = options;
  if (isServerUrl(store)) {
    const { remoteEngine } = await import('./remote/remote-engine.ts');
    return remoteEngine({ server: store, key: environment['SKEIN_KEY'] });
  }
  return (await composeEngine(options)).engine;
}

/** An engine with the parts that it was made of, for a server that shows them. */
export interface ComposedEngine {
  readonly engine: Engine;
  readonly store: Store;
  readonly tools: ComposedTools;
  readonly models: ComposedModels;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
}

/** The same with a view of its parts; closing the engine closes them all. */
export async function composeEngine(options: ComposeOptions = {}): Promise<ComposedEngine> {
  const [{ createEngine: create }, parts] = await Promise.all([
    import('@skein/engine'),
    composeParts(options),
  ]);
  const { restate } = options;
  const made =
    restate === undefined
      ? create({ ...parts.engine, ...parts.durable })
      : (await import('@skein/restate')).createRestateEngine({
          ...withoutUndefined(restate),
          engine: parts.engine,
        });
  const inner = await closeOnFailure(made, parts.close);
  const closeAll = async () => {
    await inner.close();
    await parts.close();
  };
  let closing: Promise<void> | null = null;
  const engine: Engine = { ...inner, close: () => (closing ??= closeAll()) };
  const { store, nodeTypes } = parts.engine;
  const { tools, models } = parts;
  return { engine, store, tools, models, nodeTypes };
}

interface ComposedParts {
  readonly engine: Omit<EngineOptions, 'durable' | 'host'>;
  readonly durable: Pick<EngineOptions, 'durable'>;
  readonly tools: ComposedTools;
  readonly models: ComposedModels;
  readonly close: () => Promise<void>;
}

/** What an engine, or a worker, is made of. */
export async function composeParts(options: ComposeOptions): Promise<ComposedParts> {
  const { clock, ids, onProblem, isolatesUsers } = options;
  const deck = composeDeck(options);
  const { nodeTypes, compile } = composeWorkflows(options, deck);
  const telemetry = await composeTelemetry(options);
  const { store, durable, close } = await composeStore(options);
  const secrets = options.storedSecrets?.(store);
  const tools = composeTools({ ...options, secrets }, deck);
  const models = await composeModels({ ...options, secrets }, deck);
  const engine = withoutUndefined({
    store,
    nodeTypes,
    compile,
    complete: storedAgents(store),
    checkSchema: checkJsonSchema,
    models,
    tools,
    observer: telemetry?.observer,
    clock,
    ids,
    onProblem,
    limits: { ...options.config?.limits?.engine, ...options.limits },
    isolatesUsers,
  });
  return {
    engine,
    durable: withoutUndefined({ durable }),
    tools,
    models,
    async close() {
      await tools.close();
      await close();
      await telemetry?.close();
    },
  };
}

const telemetryPackages = [
  '@opentelemetry/api@1',
  '@opentelemetry/exporter-metrics-otlp-http@0.301',
  '@opentelemetry/exporter-trace-otlp-http@0.301',
  '@opentelemetry/resources@3',
  '@opentelemetry/sdk-metrics@3',
  '@opentelemetry/sdk-trace@3',
];

/** Null unless somebody named a collector: its libraries are not loaded then. */
async function composeTelemetry({
  config,
  environment = process.env,
  onProblem,
}: CreateEngineOptions): Promise<OpenTelemetry | null> {
  const settings = telemetrySettings(config?.telemetry, environment);
  if (settings === null) return null;
  const { openTelemetry } = await loadOptional(
    { purpose: 'Telemetry', packages: telemetryPackages },
    () => import('./telemetry/open-telemetry.ts'),
  );
  return openTelemetry(settings, { version: packageVersion(), onProblem });
}

async function closeOnFailure<T>(made: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    await close();
    throw error;
  }
}
