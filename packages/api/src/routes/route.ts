// A route as data
// The one description of each request that a server answers. Request checks, ownership checks, handler types, the OpenAPI
// document, the typed client and the authorization matrix are all derived from it.
import type { Tag } from './tags.ts';
import type { Json } from '@skein/kernel';
import type { z } from '../schemas/zod.ts';

/** What a key may do. */
export const scopes = ['read', 'answer', 'run', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** What each scope includes besides itself: whoever starts runs or writes workflows does not thereby approve anything. */
const included: Readonly<Record<Scope, readonly Scope[]>> = {
  read: [],
  answer: ['read'],
  run: ['read'],
  write: ['read', 'run'],
  admin: scopes,
};

/** Whether any of these scopes permits it. */
export function hasScope(given: readonly Scope[], needed: Scope): boolean {
  return given.some((scope) => scope === needed || included[scope].includes(needed));
}

/**
 * The record that decides who may use what a path names. Runs, waits and outputs are found by their id alone, so the server
 * checks them against the caller before a handler sees the request. The others are only ever looked up among the caller's
 * own records, and the `server`'s settings belong to its operator.
 */
export type Owner =
  | 'run'
  | 'wait'
  | 'output'
  | 'file'
  | 'workflow'
  | 'trigger'
  | 'step'
  | 'agent'
  | 'key'
  | 'view'
  | 'message'
  | 'setting'
  | 'thread'
  | 'dataset'
  | 'evaluation'
  | 'server';

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`, with `{names}` for its parameters. */
  readonly path: string;
  /** Whose the records are that the path names, by parameter. Required for every parameter. */
  readonly owner?: { readonly [param: string]: Owner };
  /** Only for the operator, the server's own user: it changes what all users share. */
  readonly isForOperator?: true;
  /** Also for the token of a run, which then finds only what belongs to that run. */
  readonly isForRuns?: true;
  /** Also answered without `/api/v1`, where others expect it: at the same path, or at this one. */
  readonly isAtRoot?: true | `/${string}`;
  /** Also answered with a slash at its end, where clients join addresses so. */
  readonly hasSlash?: true;
  /** The form of its errors, where clients of another API read them. */
  readonly errorForm?: 'openai' | 'json-rpc';
  readonly tag: Tag;
  /** One sentence. */
  readonly summary: string;
  /** What else there is to know. */
  readonly details?: string;
  /** Null: open to everybody. */
  readonly scope: Scope | null;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** By their lower-case names. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** An empty body counts as `{}`. */
  readonly isBodyOptional?: true;
  /** A CloudEvent is taken in place of its body. */
  readonly takesCloudEvents?: true;
  /** Only its signature says who sent the body, so it is read after that was verified; it may be larger than others without a key. */
  readonly isSigned?: true;
  /** A large body is wanted as text: nothing but its definition is in it, which is checked elsewhere. */
  readonly takesText?: true;
  /** A body without a content type is read as JSON: there are clients that send none. */
  readonly isTypeOptional?: true;
  /** The handler reads the body itself, after the check. */
  readonly isBodyRaw?: true;
  /** Of success; the first one is the default. */
  readonly statuses: readonly [number, ...number[]];
  /** Statuses whose bodies are errors of JSON-RPC, beside the errors of every route. */
  readonly rpcProblems?: readonly number[];
  /** The answer may also be a stream of server-sent events. */
  readonly isStreamed?: true;
  /** A workflow may answer in its place, with a status, headers and a body of its own. */
  readonly isAnsweredByRuns?: true;
  /** Null: no body. */
  readonly answer: z.ZodType | null;
  /** Of the answer; default `application/json`. */
  readonly mediaType?: string;
  /** Statuses of problems besides those that any route can have. */
  readonly problems?: readonly number[];
  readonly example?: { readonly body?: Json; readonly answer?: Json };
}

type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never;

/** A path with parameters must say whose records they name: otherwise the route does not compile. */
type WithOwner<Path extends string> = [ParamsIn<Path>] extends [never]
  ? unknown
  : { readonly owner: { readonly [Name in ParamsIn<Path>]: Owner } };

/** Keeps the exact types of a route, from which those of its handler and of its call are made. */
export function route<const Given extends Route>(given: Given & WithOwner<Given['path']>): Given {
  return given;
}

/** Every problem status that a route can answer with. */
export function problemStatuses(given: Route): readonly number[] {
  const { params, query, headers, body, scope, problems = [] } = given;
  const takesInput = [params, query, headers, body].some((part) => part !== undefined);
  const statuses = [
    ...(takesInput ? [400] : []),
    ...(scope === null ? [] : [401]),
    403,
    ...(params === undefined ? [] : [404]),
    ...(body === undefined ? [] : [413, 415]),
    429,
    503,
    ...problems,
  ];
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}
