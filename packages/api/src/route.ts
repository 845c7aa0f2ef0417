// A route as data
// The one description of each request that a server answers. Checks of requests, the OpenAPI document, the typed client and the
// test of all routes against all identities are made from it.
import type { Json } from '@skein/kernel';
import type { z } from './zod.ts';

/** What a key may do: each includes those before it. */
export const scopes = ['read', 'run', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/api/v1`, with `{names}` for its parameters. */
  readonly path: string;
  /** Also answered without `/api/v1`, where those who look after servers expect it. */
  readonly isAtRoot?: true;
  readonly tag: string;
  /** One sentence. */
  readonly summary: string;
  /** What else there is to know. */
  readonly details?: string;
  /** Null: answered to anybody. */
  readonly scope: Scope | null;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** By their names in lower case. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** An empty body counts as `{}`. */
  readonly isBodyOptional?: true;
  /** The handler reads the body itself, after it was checked. */
  readonly isBodyRaw?: true;
  /** When all is well; the first one is the usual. */
  readonly statuses: readonly [number, ...number[]];
  /** Null: an answer without a body. */
  readonly answer: z.ZodType | null;
  /** Of the answer; default `application/json`. */
  readonly mediaType?: string;
  /** Statuses of problems beside those that every route may have. */
  readonly problems?: readonly number[];
  readonly example?: { readonly body?: Json; readonly answer?: Json };
}

/** Keeps the exact types of a route, from which those of its handler and of its call are made. */
export function route<const Given extends Route>(given: Given): Given {
  return given;
}

/** Every status of a problem that a route can answer with. */
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
