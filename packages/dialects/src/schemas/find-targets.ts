// Where references lead
// `$ref` leads to one schema, found when the schema is prepared. `$dynamicRef` and `$recursiveRef` do too, but where the
// schema there has a dynamic anchor, the outermost one of that name on the way is meant instead.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import {
  schemaComplaint,
  toAddress,
  type PreparedSchema,
  type SchemaPath,
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
    const path = [...(prepared.paths.get(schema) ?? []), keyword];
    const found = findTarget({ reference, path }, home, search);
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

interface WrittenReference {
  readonly reference: string;
  readonly path: SchemaPath;
}

function findTarget(written: WrittenReference, from: string, search: TargetSearch): Target {
  const { prepared } = search;
  const address = toAddress(written.reference, from, written.path);
  const fragment = decode(address.hash.slice(1));
  address.hash = '';
  const home = address.href;
  const resource = prepared.resources.get(home);
  if (resource === undefined) throw leadsNowhere(written);
  if (fragment === '') return { schema: resource, home };
  if (fragment.startsWith('/')) return walkPointer(written, { resource, home, fragment }, search);
  const schema = prepared.anchors.get(`${home}#${fragment}`);
  if (schema === undefined) throw leadsNowhere(written);
  return { schema, home: prepared.homes.get(schema) ?? home };
}

function walkPointer(
  written: WrittenReference,
  from: { readonly resource: Json; readonly home: string; readonly fragment: string },
  { prepared, visit }: TargetSearch,
): Target {
  let schema = from.resource;
  let { home } = from;
  for (const key of stepsOf(from.fragment)) {
    const next = Array.isArray(schema) ? (schema[Number(key)] as Json | undefined) : undefined;
    const inner = isObject(schema) ? ownValue(schema, key) : next;
    if (inner === undefined) throw leadsNowhere(written);
    schema = inner;
    home = (isObject(schema) ? prepared.homes.get(schema) : undefined) ?? home;
  }
  if (typeof schema === 'boolean') return { schema, home };
  if (!isObject(schema)) throw leadsNowhere(written);
  // The way there from the whole is only known for a part of the whole itself.
  const path = from.resource === prepared.root ? stepsOf(from.fragment) : written.path;
  if (!prepared.homes.has(schema)) visit(schema, { prepared, home, path });
  return { schema, home: prepared.homes.get(schema) ?? home };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function stepsOf(fragment: string): readonly string[] {
  const steps = fragment.slice(1).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function leadsNowhere({ reference, path }: WrittenReference): Error {
  return schemaComplaint(
    path,
    `the reference ${JSON.stringify(reference)} does not lead to a schema`,
  );
}
