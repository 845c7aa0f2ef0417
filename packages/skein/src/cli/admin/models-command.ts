// `skein models`: which model a name resolves to, and its price; keys are only reported as set or missing
import process from 'node:process';
import {
  configuredSecrets,
  describeModel,
  describeProviders,
  knownVariables,
  type Environment,
  type ModelDescription,
  type ModelSettings,
  type ProviderDescription,
} from '@skein/agents';
import { asCommandError } from '../errors/as-command-error.ts';
import type { JsonObject } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { configOf } from '../inputs/load-config.ts';
import { printJson } from '../output/print-json.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { visibleLine } from '../output/visible-text.ts';

export async function modelsCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const ask = remoteCall(given);
  if (ask !== null) return remoteModels(call, ask);
  const { config, folder } = configOf(given);
  const { providers = {}, models = {} } = config;
  const settings: ModelSettings = { ...models, providers };
  const environment = process.env;
  const { file } = configuredSecrets(config.secrets ?? {}, { folder, environment });
  const secretNames = (await file.list()).map(({ name }) => name);
  const known = knownVariables({ environment, secretNames });
  const described = describeProviders(settings, known);
  const names = given.positionals.map((name) => ({ name, ...describe(name, settings, known) }));
  if (isJson) {
    const aliases = { ...models.aliases };
    printJson(terminal, { providers: described.map((each) => ({ ...each })), aliases, names });
    return 0;
  }
  if (names.length > 0) {
    for (const { name, ...each } of names) terminal.foreignData(`${formatModel(name, each)}\n`);
    return 0;
  }
  for (const each of described) terminal.foreignData(`${formatProvider(each)}\n`);
  if (described.length === 0) terminal.data('No provider: the offline model answers.\n');
  for (const alias of Object.keys(models.aliases ?? {}))
    terminal.foreignData(`${formatModel(alias, describe(alias, settings, known))}\n`);
  return 0;
}

/** What a server tells of its models: neither the addresses nor the prices of its providers. */
async function remoteModels(
  { arguments: given, terminal, isJson }: CommandCall,
  ask: RemoteCall,
): Promise<number> {
  if (given.positionals.length > 0)
    throw usageError('A server does not say which model a name resolves to.', 'Leave NAME out.');
  const { items } = await ask('listModels', {});
  if (isJson) {
    // They came as JSON.
    printJson(terminal, { models: items.map((item) => ({ ...item }) as JsonObject) });
    return 0;
  }
  for (const { name, provider, isDefault, key, hasKey } of items) {
    const about =
      typeof key === 'string' ? `, ${key} is ${hasKey === true ? 'set' : 'missing'}` : '';
    const mark = isDefault === true ? ', default' : '';
    terminal.foreignData(`${visibleLine(`${name}  ${provider}${about}${mark}`)}\n`);
  }
  return 0;
}

function describe(name: string, settings: ModelSettings, known: Environment): ModelDescription {
  try {
    return describeModel(name, settings, known);
  } catch (error) {
    throw asCommandError(error, () => 5);
  }
}

function formatProvider({ id, type, baseURL, key, hasKey }: ProviderDescription): string {
  const about = key === null ? 'needs no key' : `${key} is ${hasKey ? 'set' : 'missing'}`;
  return visibleLine(`${id}  ${type}, ${baseURL ?? 'no address'}, ${about}`);
}

function formatModel(name: string, described: ModelDescription): string {
  const { provider, model, price, priceFrom } = described;
  const cost =
    price === null
      ? 'no price: it counts as free'
      : `${price.input} USD in, ${price.output} out per million tokens (${priceFrom === 'configuration' ? 'configuration' : `prices of ${priceFrom}`})`;
  return visibleLine(`${name}  ${provider}/${model}, ${cost}`);
}
