// Where references lead
// `$ref` leads to one schema, found when the schema is prepared. `$dynamicRef` and `$recursiveRef` do too, but where the
// schema there has a dynamic anchor, the outermost one of that name on the way is meant instead.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import {
  schemaComplaint,
  toAddress,
  type PreparedSchema,
  type SchemaWalk,
  type Target,
} from './prepared-schema.ts';

export interface TargetSearch {
  readonly prepared: PreparedSchema;
  /** Looks at a schema that no keyword leads to. */
  readonly visit: (schema: Json, walk: SchemaWalk) => void;
}

const referring = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

export function findTargets(schema: JsonObject, home: string, search: TargetSearch): void {
  const { prepared } = search;
  for (const keyword of referring) {
    const reference = ownValue(schema, keyword);
    if (typeof reference !== 'string') continue;
    const found = findTarget(reference, home, search);
    const target = { ...found, ...dynamicNameOf(keyword, reference, found, prepared) };
    const known = prepared.targets.get(schema);
    if (known === undefined) prepared.targets.set(schema, new Map([[keyword, target]]));
    else known.set(keyword, target);
  }
}

function dynamicNameOf(
  keyword: (typeof referring)[number],
  reference: string,
  { schema, home }: Target,
  { dynamicAnchors }: PreparedSchema,
): { readonly dynamicName?: string } {
  if (keyword === '$recursiveRef') {
    const isAnchor = isObject(schema) && ownValue(schema, '$recursiveAnchor') === true;
    return isAnchor ? { dynamicName: '' } : {};
  }
  const name = keyword === '$dynamicRef' ? reference.replace(/^[^#]*#/, '') : '';
  return dynamicAnchors.get(`${home}#${name}`) === schema && name !== ''
    ? { dynamicName: name }
    : {};
}

function findTarget(reference: string, from: string, search: TargetSearch): Target {
  const { prepared } = search;
  const address = toAddress(reference, from, []);
  const fragment = decode(address.hash.slice(1));
  address.hash = '';
  const home = address.href;
  const resource = prepared.resources.get(home);
  if (resource === undefined) throw leadsNowhere(reference);
  if (fragment === '') return { schema: resource, home };
  if (fragment.startsWith('/')) return walkPointer(reference, { resource, home, fragment }, search);
  const schema = prepared.anchors.get(`${home}#${fragment}`);
  if (schema === undefined) throw leadsNowhere(reference);
  return { schema, home: prepared.homes.get(schema) ?? home };
}

function walkPointer(
  reference: string,
  from: { readonly resource: Json; readonly home: string; readonly fragment: string },
  { prepared, visit }: TargetSearch,
): Target {
  let schema = from.resource;
  let { home } = from;
  for (const step of from.fragment.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = Array.isArray(schema) ? (schema[Number(key)] as Json | undefined) : undefined;
    const inner = isObject(schema) ? ownValue(schema, key) : next;
    if (inner === undefined) throw leadsNowhere(reference);
    schema = inner;
    home = (isObject(schema) ? prepared.homes.get(schema) : undefined) ?? home;
  }
  if (typeof schema === 'boolean') return { schema, home };
  if (!isObject(schema)) throw leadsNowhere(reference);
  if (!prepared.homes.has(schema)) visit(schema, { prepared, home, path: [reference] });
  return { schema, home: prepared.homes.get(schema) ?? home };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function leadsNowhere(reference: string): Error {
  return schemaComplaint(
    [],
    `the reference ${JSON.stringify(reference)} does not lead to a schema`,
  );
}
