// A schema that is ready for use: its parts are known by their names, its references lead somewhere, its patterns are
// compiled.
import { pointer, type Json, type JsonObject, type Pattern } from '@skein/kernel';
import type { Spend } from './budget.ts';

/** Drafts differ in the meaning of `items`, of `$ref` beside other keywords, and in what refers to what. */
export type Draft = 'draft-06' | 'draft-07' | '2019-09' | '2020-12';

export interface PreparedSchema {
  readonly root: Json;
  readonly draft: Draft;
  /** The whole, and each schema inside it with an `$id` of its own, by address. */
  readonly resources: Map<string, Json>;
  /** By address and name, as in `address#name`. */
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
  /** The address of the resource that a schema is part of. */
  readonly homes: Map<JsonObject, string>;
  /** The way to a schema from the whole. */
  readonly paths: Map<JsonObject, SchemaPath>;
  /** Where the references of a schema lead, by keyword. */
  readonly targets: Map<JsonObject, Map<string, Target>>;
  readonly patterns: Map<string, Pattern>;
  /** Whether a keyword asks what the others have looked at. */
  needsSeen: boolean;
  /** For the preparation. */
  readonly spend: Spend;
}

export interface Target {
  readonly schema: Json;
  readonly home: string;
  /** The name of a dynamic anchor: which of those with this name is meant depends on the way there. */
  readonly dynamicName?: string;
}

/** One place on the way through a schema. */
export interface SchemaWalk {
  readonly prepared: PreparedSchema;
  readonly home: string;
  readonly path: SchemaPath;
}

export type SchemaPath = readonly (string | number)[];

/** The address of a schema without an `$id`; nobody else can have it. */
export const unnamedHome = 'schema:///';

export function toAddress(reference: string, home: string, path: SchemaPath): URL {
  try {
    return new URL(reference, home);
  } catch {
    throw schemaComplaint(path, `${JSON.stringify(reference)} is not an address`);
  }
}

/** Why a schema cannot be used, and where in it. */
export class SchemaFault extends Error {
  readonly complaint: string;
  readonly path: SchemaPath;

  constructor(path: SchemaPath, complaint: string) {
    super(path.length === 0 ? complaint : `${complaint} (at ${pointer(...path)})`);
    this.complaint = complaint;
    this.path = path;
  }
}

export function schemaComplaint(path: SchemaPath, complaint: string): Error {
  return new SchemaFault(path, complaint);
}
