// Preparing schemas
// Looks at every part of a schema once: its keywords' arguments, ids, anchors, patterns, and then where references lead.
// Throws an error whose message says what is wrong and where.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { preparationBudget, TooCostly } from './budget.ts';
import { checkArgument } from './check-argument.ts';
import { findTargets } from './find-targets.ts';
import {
  schemaComplaint,
  toAddress,
  unnamedHome,
  type Draft,
  type PreparedSchema,
  type SchemaWalk,
} from './prepared-schema.ts';
import { schemaKeywords } from './schema-keywords.ts';

export function prepareSchema(schema: Json): PreparedSchema {
  const prepared: PreparedSchema = {
    root: schema,
    draft: draftOf(schema),
    resources: new Map([[unnamedHome, schema]]),
    anchors: new Map(),
    dynamicAnchors: new Map(),
    homes: new Map(),
    paths: new Map(),
    targets: new Map(),
    patterns: new Map(),
    needsSeen: false,
    spend: preparationBudget(),
  };
  visitSchema(schema, { prepared, home: unnamedHome, path: [] });
  // A reference may lead to a part that no keyword leads to; it is then looked at too, and comes up here later.
  for (const [part, home] of prepared.homes) {
    prepared.spend(1);
    findTargets(part, home, { prepared, visit: visitSchema });
  }
  return prepared;
}

const drafts: readonly (readonly [address: RegExp, draft: Draft])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'draft-07'],
  [/^https?:\/\/json-schema\.org\/draft-06\/schema#?$/, 'draft-06'],
];

/** What names no draft is read as 2020-12, like zod writes it. */
function draftOf(schema: Json): Draft {
  const named = isObject(schema) ? ownValue(schema, '$schema') : undefined;
  if (named === undefined) return '2020-12';
  const found =
    typeof named === 'string' ? drafts.find(([address]) => address.test(named)) : undefined;
  if (found !== undefined) return found[1];
  throw schemaComplaint(
    ['$schema'],
    `"$schema" does not name a known draft: ${JSON.stringify(named)}`,
  );
}

/** A definition is at most 200 levels deep, and each level of a schema has its keyword and a name; a model's may be deeper. */
const pathMax = 400;

function visitSchema(schema: Json, walk: SchemaWalk): void {
  const { prepared, path } = walk;
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) throw schemaComplaint(path, 'a JSON schema is an object, true or false');
  if (Object.hasOwn(schema, '$async')) throw schemaComplaint(path, '"$async" is not supported');
  // The same object may stand in several places.
  if (prepared.homes.has(schema)) return;
  if (path.length > pathMax) throw new TooCostly('it is nested too deeply');
  const home = homeOf(schema, walk);
  prepared.homes.set(schema, home);
  prepared.paths.set(schema, path);
  for (const [keyword, value] of Object.entries(schema)) {
    const argument = schemaKeywords.get(keyword);
    // The way here is written down for each of them.
    prepared.spend(1 + path.length);
    if (argument === undefined) continue;
    if (keyword.startsWith('unevaluated')) prepared.needsSeen = true;
    const here = { prepared, home, path: [...path, keyword] };
    for (const inner of checkArgument(argument, value, here)) {
      visitSchema(inner.schema, { ...here, path: [...here.path, ...inner.path] });
    }
  }
}

/** The address of the resource that a schema belongs to: its own when it has an id. */
function homeOf(schema: JsonObject, { prepared, home, path }: SchemaWalk): string {
  // In old drafts a reference hides everything beside it.
  if (prepared.draft.startsWith('draft') && Object.hasOwn(schema, '$ref')) return home;
  const id = ownValue(schema, '$id');
  const own = typeof id === 'string' ? registerId(schema, id, { prepared, home, path }) : home;
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const name = ownValue(schema, keyword);
    if (typeof name !== 'string') continue;
    prepared.anchors.set(`${own}#${name}`, schema);
    if (keyword === '$dynamicAnchor') prepared.dynamicAnchors.set(`${own}#${name}`, schema);
  }
  return own;
}

function registerId(schema: JsonObject, id: string, { prepared, home, path }: SchemaWalk): string {
  const address = toAddress(id, home, path);
  const name = address.hash.slice(1);
  address.hash = '';
  const own = address.href;
  if (name !== '') {
    // The old way to write an anchor.
    prepared.anchors.set(`${own}#${name}`, schema);
    return home;
  }
  const known = prepared.resources.get(own);
  if (known !== undefined && known !== schema) {
    throw schemaComplaint(path, `two schemas have the "$id" ${JSON.stringify(id)}`);
  }
  prepared.resources.set(own, schema);
  return own;
}
