// Shapes
// What a definition must look like, as data: one description from which the checks, the messages and the JSON schema for
// editors and forms are made, so that they cannot drift apart. Plain data instead of a schema library, because every process that
// runs a workflow loads this (docs/decisions has the measurement).

export type Shape =
  | (Flags & { readonly kind: 'any' })
  | (Flags & { readonly kind: 'text'; readonly nonEmpty: boolean })
  | (Flags & NumberShape)
  | (Flags & { readonly kind: 'boolean' })
  | (Flags & { readonly kind: 'choice'; readonly values: readonly (string | number)[] })
  | (Flags & OpenObjectShape)
  | RecordShape
  | (Flags & { readonly kind: 'dictionary'; readonly of: Shape })
  | (Flags & { readonly kind: 'list'; readonly of: Shape; readonly nonEmpty: boolean })
  | (Flags & { readonly kind: 'either'; readonly of: readonly Shape[] });

interface Flags {
  readonly nullable?: true;
  /** A text with a `${…}` reference may stand here instead, whatever its value turns out to be. */
  readonly template?: true;
}

interface NumberShape {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly min: number | null;
}

/** Any object; what is in it is someone else's matter. */
interface OpenObjectShape {
  readonly kind: 'object';
  /** Where the JSON schema describes what the check leaves to others. */
  readonly schemaReference?: string;
}

/** An object with named keys; others are warned about, unless a shape says what they hold. */
export interface RecordShape extends Flags {
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

export interface Field {
  readonly shape: Shape;
  /** A missing required key is an error, a missing advised one a warning. */
  readonly presence: 'required' | 'advised' | 'optional';
  /** What it means, as a sentence without a full stop; shown by editors, forms and hints. */
  readonly about: string;
}

export const any: Shape = { kind: 'any' };
export const text: Shape = { kind: 'text', nonEmpty: false };
export const nonEmptyText: Shape = { kind: 'text', nonEmpty: true };
export const boolean: Shape = { kind: 'boolean' };
export const openObject: Shape = { kind: 'object' };

export function integer(min: number): Shape {
  return { kind: 'number', integer: true, min };
}

export function number(min: number | null = null): Shape {
  return { kind: 'number', integer: false, min };
}

export function choice(...values: readonly (string | number)[]): Shape {
  return { kind: 'choice', values };
}

export function list(of: Shape): Shape {
  return { kind: 'list', of, nonEmpty: false };
}

export function nonEmptyList(of: Shape): Shape {
  return { kind: 'list', of, nonEmpty: true };
}

export function dictionary(of: Shape): Shape {
  return { kind: 'dictionary', of };
}

/** The alternatives must differ in their JSON type, so that the type tells which one was meant. */
export function either(...of: readonly Shape[]): Shape {
  return { kind: 'either', of };
}

export function nullable(shape: Shape): Shape {
  return { ...shape, nullable: true };
}

export function template(shape: Shape): Shape {
  return { ...shape, template: true };
}

export function record(
  what: string,
  fields: { readonly [key: string]: Field },
  oneOf: readonly string[] = [],
): RecordShape {
  const entries = Object.entries(fields);
  const wanted = entries.filter(([, { presence }]) => presence !== 'optional');
  return { kind: 'record', what, fields: new Map(entries), wanted, oneOf };
}

/** The same record, with any other keys that hold this. */
export function withOthers(shape: RecordShape, others: Shape): RecordShape {
  return { ...shape, others };
}

export function required(shape: Shape, about: string): Field {
  return { shape, presence: 'required', about };
}

export function advised(shape: Shape, about: string): Field {
  return { shape, presence: 'advised', about };
}

export function optional(shape: Shape, about: string): Field {
  return { shape, presence: 'optional', about };
}
