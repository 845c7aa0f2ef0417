// Shapes
// What a definition must look like, as data: one description from which the checks, the messages and the JSON schema for
// editors and forms are made, so that they cannot drift apart. Plain data instead of a schema library, because every process that
// runs a workflow loads this (docs/decisions has the measurement).
import type { Json, JsonObject } from '@skein/kernel';

declare const described: unique symbol;

/** The type of the values that fit, once templates are resolved. It exists for the compiler only. */
interface Describes<Value> {
  readonly [described]?: Value;
}

export type Shape<Value = unknown> = AnyShape & Describes<Value>;

type AnyShape =
  | (Flags & AnyValueShape)
  | (Flags & TextShape)
  | (Flags & NumberShape)
  | (Flags & { readonly kind: 'boolean' })
  | (Flags & { readonly kind: 'choice'; readonly values: readonly (string | number)[] })
  | (Flags & OpenObjectShape)
  | AnyRecordShape
  | (Flags & { readonly kind: 'dictionary'; readonly of: Shape })
  | (Flags & { readonly kind: 'list'; readonly of: Shape; readonly nonEmpty: boolean })
  | (Flags & { readonly kind: 'either'; readonly of: readonly Shape[] });

interface Flags {
  readonly nullable?: true;
  /** A text with a `${…}` reference may stand here instead, whatever its value turns out to be. */
  readonly template?: boolean;
}

interface AnyValueShape {
  readonly kind: 'any';
  /** An object is a JSON schema, which must be one that can be used. */
  readonly isSchema?: true;
}

interface TextShape {
  readonly kind: 'text';
  readonly nonEmpty: boolean;
  /** Taken as it is written, so a `${…}` reference in it would never be filled; what to do instead. */
  readonly insteadOfReference?: string;
}

interface NumberShape {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly min: number | null;
}

/** Any object; its contents are checked elsewhere. */
interface OpenObjectShape {
  readonly kind: 'object';
  /** Where the JSON schema of a whole definition describes what this check leaves to others. */
  readonly schemaReference?: string;
  /** It is a JSON schema itself, which must be one that can be used. */
  readonly isSchema?: true;
}

interface AnyRecordShape extends Flags {
  readonly kind: 'record';
  /** What it is called in messages: "node", "retry policy". */
  readonly what: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Those of the fields that may not simply be left out. */
  readonly wanted: readonly (readonly [key: string, field: Field])[];
  /** Keys of which one at least must be there. */
  readonly oneOf: readonly string[];
  /** What other keys hold; without it they are not known. */
  readonly others?: Shape;
}

/** An object with named keys; others are warned about, unless a shape says what they hold. */
export type RecordShape<Value = unknown> = AnyRecordShape & Describes<Value>;

/** The values that fit a shape, once templates are resolved. */
export type ValueOf<Of> = Of extends Describes<infer Value> ? Value : never;

/** A missing required key is an error, a missing advised one a warning. */
type Presence = 'required' | 'advised' | 'optional';

export interface Field<Value = unknown, Present extends Presence = Presence> extends FieldNotes {
  readonly shape: Shape<Value>;
  readonly presence: Present;
  /** What it means, as a sentence without a full stop; shown by editors, forms and hints. */
  readonly about: string;
}

export interface FieldNotes {
  /** What forms call it, where the key does not say it well. */
  readonly title?: string;
  /** Programs write it, not people: forms leave it out. */
  readonly isHidden?: true;
  /** Few people need it: forms fold it while it is empty. */
  readonly isRare?: true;
  /** The placeholders of the dialect are filled in this text, where the dialect does not fill them in all. */
  readonly isFilled?: true;
  /** A node in this role ignores it: its form shows the setting only while it is filled. */
  readonly ignoredAs?: 'subagent';
  /**
   * What forms choose it from, or make it of: a registered function, the arguments of what another setting names, a form from their
   * schema, a version of the workflow that another setting names, or an address, which a new node has none of.
   */
  readonly holds?: 'function' | 'arguments' | 'version' | 'address';
  /** Of any value: it is a text, a number or a list, and never an object, so forms offer no fields for it. */
  readonly isSingle?: true;
  /** What applies where it is left out: one of its choices, or words where that depends on something else. Forms of choices say it. */
  readonly unset?: string | number;
  /** Of a choice: what forms call each, and what it means in a sentence. */
  readonly choices?: Readonly<Record<string, ChoiceWords>>;
  /** Of a list: what an item that a form adds starts with, so that adding one causes no error. */
  readonly newItem?: JsonObject;
  /**
   * `nothing`: it does not change what a node asks models, tools and people, so results of another value may be reused.
   * `request`: it is sent, but the keys of replays and cassettes leave it out, because it may hold secrets.
   * Without it, a test holds that changing the setting changes the request and those keys.
   */
  readonly affects?: 'nothing' | 'request';
}

export interface ChoiceWords {
  readonly title: string;
  readonly about: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** The object that these fields describe. Null counts as missing where a config is read. */
export type ObjectOf<Of extends Fields> = {
  readonly [Key in keyof Of as Of[Key]['presence'] extends 'required' ? Key : never]: FieldValue<
    Of[Key]
  >;
} & {
  readonly [Key in keyof Of as Of[Key]['presence'] extends 'required' ? never : Key]?:
    | FieldValue<Of[Key]>
    | undefined;
};

type FieldValue<Of> = Of extends Field<infer Value> ? Value : never;

export const any: Shape<Json> = { kind: 'any' };
export const text: Shape<string> = { kind: 'text', nonEmpty: false };
export const nonEmptyText: Shape<string> = { kind: 'text', nonEmpty: true };
/** A name that is fixed when it is written. */
export function fixedText(insteadOfReference: string): Shape<string> {
  return { kind: 'text', nonEmpty: true, insteadOfReference };
}

export const boolean: Shape<boolean> = { kind: 'boolean' };
export const openObject: Shape<JsonObject> = { kind: 'object' };
export const schemaObject: Shape<JsonObject> = { kind: 'object', isSchema: true };
/** Where a schema may also come from elsewhere, and so be of any form when it is written. */
export const schemaOrAny: Shape<Json> = { kind: 'any', isSchema: true };

export function integer(min: number): Shape<number> {
  return { kind: 'number', integer: true, min };
}

export function number(min: number | null = null): Shape<number> {
  return { kind: 'number', integer: false, min };
}

export function choice<const Value extends string | number>(
  ...values: readonly Value[]
): Shape<Value> {
  return { kind: 'choice', values };
}

export function list<Item>(of: Shape<Item>): Shape<readonly Item[]> {
  return { kind: 'list', of, nonEmpty: false };
}

export function nonEmptyList<Item>(of: Shape<Item>): Shape<readonly Item[]> {
  return { kind: 'list', of, nonEmpty: true };
}

export function dictionary<Item>(of: Shape<Item>): Shape<Readonly<Record<string, Item>>> {
  return { kind: 'dictionary', of };
}

/** The alternatives must differ in their JSON type, so that the type tells which one was meant. */
export function either<Of extends readonly Shape[]>(...of: Of): Shape<ValueOf<Of[number]>> {
  return { kind: 'either', of };
}

export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return { ...shape, nullable: true };
}

export function template<Value>(shape: Shape<Value>): Shape<Value> {
  return { ...shape, template: true };
}

export function record<const Of extends Fields>(
  what: string,
  fields: Of,
  oneOf: readonly (keyof Of & string)[] = [],
): RecordShape<ObjectOf<Of>> {
  const entries: [string, Field][] = Object.entries(fields);
  const wanted = entries.filter(([, { presence }]) => presence !== 'optional');
  return { kind: 'record', what, fields: new Map(entries), wanted, oneOf };
}

/** The same record, with any other keys that hold this. */
export function withOthers<Value>(shape: RecordShape<Value>, others: Shape): RecordShape<Value> {
  return { ...shape, others };
}

export function required<Value>(
  shape: Shape<Value>,
  about: string,
  notes: FieldNotes = {},
): Field<Value, 'required'> {
  return { shape, presence: 'required', about, ...notes };
}

export function advised<Value>(
  shape: Shape<Value>,
  about: string,
  notes: FieldNotes = {},
): Field<Value, 'advised'> {
  return { shape, presence: 'advised', about, ...notes };
}

export function optional<Value>(
  shape: Shape<Value>,
  about: string,
  notes: FieldNotes = {},
): Field<Value, 'optional'> {
  return { shape, presence: 'optional', about, ...notes };
}
