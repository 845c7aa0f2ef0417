// Checking requests
// Checks what came over the network against the schemas of its route. Reports all complaints at once, each with its place.
import type { Json } from '@skein/kernel';
import type { Route } from '../routes/route.ts';
import type { RouteName, Routes } from '../routes/routes.ts';
import type { z } from '../schemas/zod.ts';
import { issueWords } from './issue-words.ts';

type Checked<Given, Name extends string> = Given extends { readonly [key in Name]: infer Schema }
  ? Schema extends z.ZodType
    ? Exact<z.output<Schema>>
    : undefined
  : undefined;

/** JSON, queries and headers hold no undefined: an optional key has a value or is absent. */
type Exact<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** A request that matches its route. */
export interface CheckedRequest<Name extends RouteName> {
  readonly params: Checked<Routes[Name], 'params'>;
  readonly query: Checked<Routes[Name], 'query'>;
  readonly headers: Checked<Routes[Name], 'headers'>;
  readonly body: Checked<Routes[Name], 'body'>;
}

export interface RequestParts {
  readonly params: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  /** Only those that the route reads are looked up. */
  readonly headers: { get(name: string): string | null };
  readonly body: Json | undefined;
}

export interface Complaint {
  /** `path`, `query`, `header` or `body`. */
  readonly in: string;
  readonly pointer: string;
  readonly message: string;
}

export type RequestCheck<Name extends RouteName> =
  | { readonly ok: true; readonly request: CheckedRequest<Name> }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

const places = [
  ['params', 'path'],
  ['query', 'query'],
  ['headers', 'header'],
  ['body', 'body'],
] as const;

export function checkRequest<Name extends RouteName>(
  route: Route,
  parts: RequestParts,
): RequestCheck<Name> {
  const complaints: Complaint[] = [];
  const checked: { [part in (typeof places)[number][0]]?: unknown } = {};
  for (const [part, place] of places) {
    const schema = route[part];
    if (schema === undefined) continue;
    const value = part === 'headers' ? named(schema, parts.headers) : parts[part];
    const found = checkPart(schema, value, place);
    if (found.ok) checked[part] = found.value;
    else complaints.push(...found.complaints);
  }
  if (complaints.length > 0) return { ok: false, complaints: complaints.slice(0, complaintsMax) };
  // Each part was parsed by the schema that its type is made from.
  return { ok: true, request: checked as unknown as CheckedRequest<Name> };
}

/** Nobody reads more. */
const complaintsMax = 200;

export type PartCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

/** The body alone, for whoever reads it apart from the rest. */
export function checkBody({ body: schema }: Route, body: Json): PartCheck {
  return schema === undefined ? { ok: true, value: body } : checkPart(schema, body, 'body');
}

function checkPart(schema: z.ZodType, value: unknown, place: string): PartCheck {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  // What was sent is JSON, or texts by name.
  const about = { value: value as Json | undefined, fields: fieldsOf(schema) };
  const words = result.error.issues
    .slice(0, complaintsMax)
    .flatMap((issue) => issueWords(issue, about));
  const complaints = words.slice(0, complaintsMax).map((each) => ({ in: place, ...each }));
  return { ok: false, complaints };
}

/** Only the headers that the route reads. */
function named(
  schema: z.ZodType,
  headers: RequestParts['headers'],
): { readonly [name: string]: string } {
  const found: { [name: string]: string } = {};
  // Headers of a route are an object whose keys are names in lower case.
  for (const name in (schema as z.ZodObject).shape) {
    const value = headers.get(name);
    if (value !== null) found[name] = value;
  }
  return found;
}

/** The fields of a body that is an object. */
function fieldsOf(schema: z.ZodType): readonly string[] {
  return 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null
    ? Object.keys(schema.shape)
    : [];
}
