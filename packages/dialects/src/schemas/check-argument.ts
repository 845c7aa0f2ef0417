import { compilePattern, isObject, type Json, type Pattern } from '@skein/kernel';
import { schemaComplaint, type SchemaPath, type SchemaWalk } from './prepared-schema.ts';
import { schemaTypes, type Argument } from './schema-keywords.ts';

export interface InnerSchema {
  readonly schema: Json;
  /** From the keyword. */
  readonly path: SchemaPath;
}

/** Throws when a keyword cannot have this argument; gives back the schemas inside it. */
export function checkArgument(
  argument: Argument,
  value: Json,
  walk: SchemaWalk,
): readonly InnerSchema[] {
  const need = (isFitting: boolean, what: string) => {
    if (isFitting) return;
    const keyword = JSON.stringify(walk.path.at(-1));
    throw schemaComplaint(walk.path, `${keyword} must be ${what}`);
  };
  switch (argument) {
    case 'anything':
      return [];
    case 'schema':
      return [{ schema: value, path: [] }];
    case 'schemas':
      need(Array.isArray(value) && value.length > 0, 'a list of schemas');
      return inList(value);
    case 'schema or schemas':
      return Array.isArray(value) ? inList(value) : [{ schema: value, path: [] }];
    case 'schemas by name':
      need(isObject(value), 'an object of schemas');
      return byName(value);
    case 'schemas by pattern':
      need(isObject(value), 'an object of schemas');
      for (const source of Object.keys(value as object)) addPattern(source, walk);
      return byName(value);
    case 'schemas or names by name':
      need(isObject(value), 'an object of schemas or lists of names');
      return byName(value).filter(({ schema }) => !isNames(schema));
    case 'pattern':
      need(typeof value === 'string', 'a text');
      addPattern(value as string, walk);
      return [];
    case 'names by name':
    case 'names':
    case 'types':
    case 'list':
    case 'number':
    case 'positive':
    case 'count':
    case 'boolean':
    case 'reference':
    case 'id':
    case 'anchor':
      need(...fitting(argument, value));
      return [];
  }
}

type PlainArgument = Exclude<Argument, 'anything' | 'pattern' | `schema${string}`>;

/** Whether an argument without schemas inside it fits, and what it must be. */
function fitting(
  argument: PlainArgument,
  value: Json,
): readonly [isFitting: boolean, what: string] {
  switch (argument) {
    case 'names':
      return [isNames(value), 'a list of names'];
    case 'names by name':
      return [
        isObject(value) && Object.values(value).every(isNames),
        'an object of lists of names',
      ];
    case 'types':
      return [
        Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value),
        `one of ${[...schemaTypes].join(', ')}, or a list of them`,
      ];
    case 'list':
      return [Array.isArray(value), 'a list'];
    case 'number':
      return [typeof value === 'number', 'a number'];
    case 'positive':
      return [typeof value === 'number' && value > 0, 'a number above 0'];
    case 'count':
      return [Number.isInteger(value) && Number(value) >= 0, 'a whole number, 0 or more'];
    case 'boolean':
      return [typeof value === 'boolean', 'true or false'];
    case 'anchor':
      return [typeof value === 'string' && /^[A-Za-z_][\w.-]*$/.test(value), 'a name'];
    case 'id':
    case 'reference':
      return [typeof value === 'string', 'a text'];
  }
}

function inList(value: Json): readonly InnerSchema[] {
  return (value as readonly Json[]).map((schema, i) => ({ schema, path: [i] }));
}

function byName(value: Json): readonly InnerSchema[] {
  return Object.entries(value as object).map(([name, schema]) => ({
    schema: schema as Json,
    path: [name],
  }));
}

function isNames(value: Json): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isType(value: Json): boolean {
  return typeof value === 'string' && schemaTypes.has(value);
}

function addPattern(source: string, { prepared, path }: SchemaWalk): void {
  if (prepared.patterns.has(source)) return;
  const pattern = compile(source, path);
  prepared.spend(pattern.size);
  prepared.patterns.set(source, pattern);
}

function compile(source: string, path: SchemaPath): Pattern {
  try {
    return compilePattern(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw schemaComplaint(path, reason);
  }
}
