// What a config needs of the host
// Read from the config as written: a name with a reference in it is not known before the node runs, and is left out.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { HostNeeds } from '@skein/ports';

/** Of a node that calls the model `model`, and may call `tools`. */
export function modelNeeds(config: JsonObject): HostNeeds {
  const name = ownValue(config, 'model') ?? undefined;
  const path = ['model'];
  const tools = toolNeeds(ownValue(config, 'tools') ?? []);
  if (name === undefined || name === '') return { model: { path }, tools };
  return isPlain(name) ? { model: { path, name }, tools } : { tools };
}

/** `["search"]`, or `{ "search": { "enabled": true } }`; `"auto"` takes what is there. */
export function toolNeeds(tools: Json): NonNullable<HostNeeds['tools']> {
  if (Array.isArray(tools)) {
    const names: readonly Json[] = tools;
    return names.flatMap((name, i) => (isPlain(name) ? [{ path: ['tools', i], name }] : []));
  }
  if (!isObject(tools)) return [];
  return Object.entries(tools).flatMap(([name, setting]) => {
    const isOff =
      setting === false ||
      setting === null ||
      (isObject(setting) && ownValue(setting, 'enabled') === false);
    return isOff ? [] : [{ path: ['tools', name], name }];
  });
}

/** With the config in which they were found below a key of the node's config. */
export function needsIn(key: string, { model, tools }: HostNeeds): HostNeeds {
  const below = <T extends { readonly path: readonly (string | number)[] }>(need: T): T => ({
    ...need,
    path: [key, ...need.path],
  });
  const inside = (tools ?? []).map(below);
  return model === undefined ? { tools: inside } : { model: below(model), tools: inside };
}

/** Of a node that makes the call `tool` itself. */
export function toolNodeNeeds(config: JsonObject): HostNeeds {
  const name = ownValue(config, 'tool');
  return { tools: isPlain(name) ? [{ path: ['tool'], name }] : [] };
}

/** Of a node whose requests show who they are from. */
export function secretNeeds(config: JsonObject): NonNullable<HostNeeds['secrets']> {
  const auth = ownValue(config, 'auth') ?? null;
  if (!isObject(auth)) return [];
  return secretPlaces.flatMap((place) => {
    let name: Json | undefined = auth;
    for (const key of place) name = isObject(name) ? ownValue(name, key) : undefined;
    return isPlain(name) ? [{ path: ['auth', ...place], name }] : [];
  });
}

const secretPlaces = [
  ['bearer'],
  ['basic', 'password'],
  ['header', 'secret'],
  ['query', 'secret'],
  ['body', 'secret'],
  ['path', 'secret'],
] as const;

function isPlain(name: Json | undefined): name is string {
  return typeof name === 'string' && name !== '' && !name.includes('${');
}
