// What a server shows of the parts that it was made of. Keys of providers are in no part of it.
import { describeFunction, type ProviderDescription } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import type { Catalogue, Template } from '@skein/server';
import type { ComposedEngine } from '../compose.ts';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { nodeTypesOf } from './node-types-of.ts';
import { readTemplates } from './read-templates.ts';

export function catalogueOf(
  { workflows, tools, models }: ComposedEngine,
  options: Pick<CreateEngineOptions, 'config' | 'script' | 'functions'> & {
    readonly templates?: readonly Template[] | undefined;
  },
): Catalogue {
  const { functions } = workflows;
  return {
    nodeTypes: () => nodeTypesOf(workflows),
    functions: () =>
      [...functions].map(([name, registered]) => ({
        ...describeFunction(name, registered),
        isOwn: Object.hasOwn(options.functions ?? {}, name),
      })),
    models: () => listModels(models.providers(), options.config),
    tools: async (user) =>
      (await (tools.forUser?.(user) ?? tools).list()).map((tool) => describeTool(tool)),
    templates: () => options.templates ?? readTemplates(),
  };
}

function describeTool(tool: Tool): JsonObject {
  const { name, description, parameters, effect, approve, unchecked } = tool;
  return {
    name,
    description: description ?? '',
    // A schema is JSON.
    parameters: (parameters ?? {}) as Json,
    effect: effect ?? 'guarded',
    approve: approve !== undefined && approve !== false,
    unchecked: unchecked ?? null,
  };
}

function listModels(
  providers: readonly ProviderDescription[],
  { models = {} }: NonNullable<CreateEngineOptions['config']> = {},
): readonly JsonObject[] {
  const aliases = Object.entries(models.aliases ?? {}).map(([name, model]) => ({
    name,
    provider: model.split('/')[0] ?? '',
    model,
    isDefault: models.default === name,
  }));
  const named = providers.map(({ id, type, key, hasKey }) => ({
    name: `${id}/`,
    provider: id,
    model: null,
    isDefault: false,
    type,
    key,
    hasKey,
  }));
  const offline = {
    name: 'scripted',
    provider: 'scripted',
    model: null,
    isDefault: (models.default ?? (named.length === 0 ? 'scripted' : '')) === 'scripted',
  };
  return [...aliases, ...named, offline];
}
