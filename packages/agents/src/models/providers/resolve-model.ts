// From the name of a model in a definition to a provider and that provider's name of it.
// Aliases come first, so that a host can send any name elsewhere; then `provider/model`; then names that tell their provider;
// then, when there is only one provider, that one.
import { closestName } from '@skein/kernel';
import { ownEntry } from './own-entry.ts';
import { failureError } from '../../failure-error.ts';
import {
  isSet,
  isUsualProvider,
  typeByName,
  usualVariables,
  type Environment,
  type ModelSettings,
  type UsualProvider,
} from './provider-settings.ts';

export interface ResolvedModel {
  readonly provider: string;
  readonly model: string;
}

/** How the names of a provider's models begin. */
const knownNames: readonly (readonly [provider: string, beginning: RegExp])[] = [
  ['openai', /^(?:gpt-|chatgpt-|codex-|o[1-9](?:$|-))/],
  ['anthropic', /^claude-/],
  ['google', /^(?:gemini-|gemma-)/],
];

/** An alias may name another one; a longer chain is taken for a cycle. */
const aliasesMax = 10;

export function resolveModel(
  name: string | undefined,
  settings: ModelSettings,
  environment: Environment,
): ResolvedModel {
  const wanted = followAliases(name ?? defaultModel(settings, environment), settings);
  if (wanted === undefined || wanted === '') throw noDefault();
  const slash = wanted.indexOf('/');
  const provider = providerOf(wanted.slice(0, Math.max(slash, 0)), settings);
  if (slash > 0 && isProvider(provider, settings)) {
    return { provider, model: wanted.slice(slash + 1) };
  }
  if (wanted === 'scripted') return { provider: 'scripted', model: wanted };
  const known = knownNames.find(([, beginning]) => beginning.test(wanted));
  if (known !== undefined) return { provider: known[0], model: wanted };
  const configured = configuredProviders(settings, environment);
  const [only] = configured;
  // With a slash it may well be a name of this provider: many local servers have such.
  if (only !== undefined && configured.length === 1) return { provider: only, model: wanted };
  throw notFound(wanted, settings, configured);
}

/** The default without a configuration: a small model of a provider that has a key. */
const usualDefaults: { readonly [provider in UsualProvider]: string } = {
  openai: 'openai/gpt-5-mini',
  anthropic: 'anthropic/claude-haiku-4-5',
  google: 'google/gemini-2.5-flash',
};

/** The model of nodes that name none; undefined where nothing says one. */
export function defaultModel(
  settings: ModelSettings,
  environment: Environment,
): string | undefined {
  const usual = configuredProviders(settings, environment).find(isUsualProvider);
  return settings.default ?? (usual === undefined ? undefined : usualDefaults[usual]);
}

function followAliases(name: string | undefined, { aliases = {} }: ModelSettings) {
  let wanted = name;
  for (let followed = 0; wanted !== undefined; followed++) {
    const target: string | undefined = ownEntry(aliases, wanted);
    if (target === undefined || target === wanted) return wanted;
    if (followed === aliasesMax) throw circular(name ?? '');
    wanted = target;
  }
  return wanted;
}

function providerOf(written: string, { providers = {} }: ModelSettings): string {
  return Object.hasOwn(providers, written) ? written : (typeByName(written) ?? written);
}

function isProvider(id: string, { providers = {} }: ModelSettings): boolean {
  return Object.hasOwn(providers, id) || isUsualProvider(id) || id === 'scripted';
}

/** The ids of the providers that could answer. */
export function configuredProviders(
  { providers = {} }: ModelSettings,
  environment: Environment,
): readonly string[] {
  const usual = Object.entries(usualVariables)
    .filter(([, { key, baseURL }]) => isSet(environment, key) || isSet(environment, baseURL))
    .map(([id]) => id);
  return [...new Set([...Object.keys(providers), ...usual])];
}

function noDefault(): Error {
  return failureError({
    code: 'MODEL_NOT_FOUND',
    message: 'The node names no model, and the configuration has no default one.',
    retry: 'never',
    data: {
      hint: 'Set "model" on the node, or "models": { "default": "provider/model" } in skein.config.json.',
    },
  });
}

function circular(alias: string): Error {
  return failureError({
    code: 'MODEL_NOT_FOUND',
    message: `The alias "${alias}" leads through more than ${aliasesMax} others, so it may never end.`,
    retry: 'never',
    data: { model: alias, hint: 'Correct "models.aliases" in skein.config.json.' },
  });
}

function notFound(
  model: string,
  { aliases = {} }: ModelSettings,
  configured: readonly string[],
): Error {
  const closest = closestName(model, Object.keys(aliases));
  const meant = closest === null ? '' : ` Did you mean "${closest}"?`;
  return failureError({
    code: 'MODEL_NOT_FOUND',
    message: `No provider is known for the model "${model}".${meant}`,
    retry: 'never',
    data: {
      model,
      hint: `Write it as provider/model with one of: ${[...new Set([...configured, ...Object.keys(usualVariables)])].join(', ')}; or add an alias to "models.aliases" in skein.config.json.`,
    },
  });
}
