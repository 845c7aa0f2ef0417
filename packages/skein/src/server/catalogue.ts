// What a server shows of the parts that it was made of. Keys of providers are in no part of it.
import { describeFunction } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import type { Catalogue, Template } from '@skein/server';
import type { ComposedEngine } from '../compose.ts';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import type { ComposedModels } from '../parts/compose-models.ts';
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
    models: () => listModels(models, options.config),
    tools: async (user) =>
      (await (tools.forUser?.(user) ?? tools).list()).map((tool) => describeTool(tool)),
    templates: () => options.templates ?? readTemplates(),
  };
}

function describeTool(tool: Tool): JsonObject {
  const { name, description, parameters, effect, approve, unchecked, output } = tool;
  return {
    name,
    description: description ?? '',
    // A schema is JSON.
    parameters: (parameters ?? {}) as Json,
    output: output ?? null,
    effect: effect ?? 'guarded',
    approve: approve !== undefined && approve !== false,
    unchecked: unchecked ?? null,
  };
}

function listModels(
  { providers, defaultModel }: Pick<ComposedModels, 'providers' | 'defaultModel'>,
  { models = {} }: NonNullable<CreateEngineOptions['config']> = {},
): readonly JsonObject[] {
  const usual = defaultModel() ?? models.default;
  const aliases = Object.entries(models.aliases ?? {}).map(([name, model]) => ({
    name,
    provider: model.split('/')[0] ?? '',
    model,
    isDefault: usual === name,
  }));
  const named = providers().map(({ id, type, key, hasKey }) => ({
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
    isDefault: (usual ?? 'scripted') === 'scripted',
  };
  const isListed = [...aliases, offline].some(({ isDefault }) => isDefault);
  // A model that is in no other list: the one that a person has chosen.
  const chosen =
    isListed || usual === undefined
      ? []
      : [{ name: usual, provider: usual.split('/')[0] ?? '', model: usual, isDefault: true }];
  return [...chosen, ...aliases, ...named, offline];
}
