// Requests
// The one door to the server: same origin, JSON in and out, failures as problems.
import type { Json } from '@skein/kernel';
import { readProblem } from './problem.ts';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

const apiRoot = '/api/v1';

/** Calls a route below `/api/v1`; the answer has the shape that the route promises. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', body, query = {}, signal, headers = {} } = options;
  const response = await fetch(addressOf(path, query), {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = await readBody(response);
  if (!response.ok) throw readProblem(response.status, answer);
  // The route table of the server promises it.
  return answer as Answer;
}

/** A path of which each part is written so that it stays one part. */
export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

export function addressOf(
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  const text = search.toString();
  return `${apiRoot}${path}${text === '' ? '' : `?${text}`}`;
}

async function readBody(response: Response): Promise<Json | undefined> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
