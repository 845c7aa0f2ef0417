// Pages
// P1. The next page is on the server of the first: a response cannot send the secrets of a request elsewhere.
// P2. A page that leads back to one that was requested would never end: it fails the node.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { NodeCall } from '@skein/ports';
import { badConfig } from '../../configs/read-config.ts';
import { failureError } from '../../failure-error.ts';
import type { HttpConfig, PlannedRequest } from './planned-request.ts';
import type { Page } from './send-page.ts';

export type Pagination = NonNullable<HttpConfig['pagination']>;

/** The first request: numbered pages begin with their number. */
export function firstRequest(
  pagination: Pagination | undefined,
  request: PlannedRequest,
): PlannedRequest {
  const { page } = pagination ?? {};
  return page === undefined ? request : withQuery(request, page.param, String(page.start ?? 1));
}

/** Null when the page was the last. */
export function nextRequest(
  { call, config, first }: Paging,
  { request, page, items, number }: ReadPage,
): PlannedRequest | null {
  const { next, page: numbered, cursor } = config.pagination ?? {};
  if (numbered !== undefined) {
    const { param, start = 1, step = 1, size = 1 } = numbered;
    return items.length < size ? null : withQuery(first, param, String(start + number * step));
  }
  if (cursor !== undefined) {
    const given = textAt(page.data, cursor.path);
    if (given === null) return null;
    return cursor.in === 'body'
      ? withField(call, first, cursor.param, given)
      : withQuery(first, cursor.param, given);
  }
  const link =
    typeof next === 'object' ? textAt(page.data, next.path) : linkIn(page.headers['link'] ?? '');
  return link === null ? null : onSameServer(request, link, config.auth?.query?.name);
}

export interface Paging {
  readonly call: NodeCall;
  readonly config: HttpConfig;
  readonly first: PlannedRequest;
}

export interface ReadPage {
  readonly request: PlannedRequest;
  readonly page: Page;
  readonly items: readonly Json[];
  /** The first page is 1. */
  readonly number: number;
}

/** The list in a page; only the first must have one. */
export function itemsOf(
  call: NodeCall,
  { items }: Pagination,
  page: Page,
  number: number,
): readonly Json[] {
  const found = items === undefined ? page.data : valueAt(page.data, items);
  if (Array.isArray(found)) return found;
  if (number > 1 && (found ?? null) === null) return [];
  const where =
    items === undefined ? 'the body of the response is' : `"${items}" of the response is`;
  throw badConfig(call, ['pagination'], `${where} no list`);
}

/** `data.items`, `data.-1.id`: own keys, and places in lists, which count from the end if they are negative. */
function valueAt(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path.split('.')) {
    found = childOf(found, key);
  }
  return found;
}

function childOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    return /^-?\d+$/.test(key) ? list.at(Number(key)) : undefined;
  }
  return isObject(value) ? ownValue(value, key) : undefined;
}

function textAt(value: Json, path: string): string | null {
  const found = valueAt(value, path);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The address with the relation `next` in a Link header. */
function linkIn(header: string): string | null {
  for (const [, url = '', about = ''] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(about)) return url;
  }
  return null;
}

function onSameServer(
  request: PlannedRequest,
  link: string,
  secretParam: string | undefined,
): PlannedRequest {
  const before = new URL(request.url);
  const url = URL.canParse(link, before.href) ? new URL(link, before) : null;
  if (url === null || url.origin !== before.origin) throw elsewhere(before);
  // A server may repeat the whole query in its link. The secret in it is masked, and is filled in again.
  if (secretParam !== undefined) url.searchParams.delete(secretParam);
  return { ...request, url: url.href };
}

function withQuery(request: PlannedRequest, name: string, value: string): PlannedRequest {
  const url = new URL(request.url);
  url.searchParams.set(name, value);
  return { ...request, url: url.href };
}

function withField(
  call: NodeCall,
  request: PlannedRequest,
  name: string,
  value: string,
): PlannedRequest {
  const isJson = request.headers['content-type']?.includes('json') === true;
  // What planRequest wrote is JSON.
  const body = isJson ? (JSON.parse(request.body ?? 'null') as Json) : null;
  if (!isObject(body))
    throw badConfig(call, ['pagination'], 'a cursor in the body needs "body": { "json": { … } }');
  const next: JsonObject = { ...body, [name]: value };
  return { ...request, body: JSON.stringify(next) };
}

function elsewhere({ origin }: URL): Error {
  return failureError({
    code: 'HTTP_REFUSED',
    message: `The next page is not on ${origin}, where the first one was.`,
    retry: 'never',
    data: { hint: 'Request the other address in a node of its own.' },
  });
}

/** P2. */
export function endlessPages(number: number): Error {
  return failureError({
    code: 'HTTP_FAILED',
    message: `Page ${number} leads to a page that was requested before.`,
    retry: 'never',
    data: { hint: 'Look at "pagination": the cursor or link is probably that of the same page.' },
  });
}
