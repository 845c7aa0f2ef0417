// From arguments to a request
// R1. Arguments never choose where a request goes: scheme, host and port are those of the template, and so is the path except for
//     placeholders in braces, each of which is one segment.
import { ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import { fileNamed } from '@skein/ports';
import { multipartOf, type Piece } from '../../http/multipart.ts';

export interface HttpRequest {
  readonly method: string;
  /** Secrets are not filled in yet. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent, or what stands for it where files are part of it. */
  readonly body?: string;
  /** Texts and files that are sent one after the other; absent where `body` is sent. */
  readonly pieces?: readonly Piece[];
  /** Whose token goes along: that of whoever the run belongs to. */
  readonly connection?: string | undefined;
}

export interface RequestTemplate {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** `{name}`, but not `${NAME}`. */
const placeholder = /(?<!\$)\{([^{}]*)\}/g;

function placeholdersOf(url: string): readonly string[] {
  return [...url.matchAll(placeholder)].map(([, name = '']) => name);
}

/** Puts the arguments into the template: what the address does not name goes to the query, or to the body. */
export function fillRequest(template: RequestTemplate, args: JsonObject): HttpRequest {
  const { method, headers } = template;
  const inUrl = new Set(placeholdersOf(template.url));
  const url = fillUrl(template.url, args);
  const rest = Object.entries(args).filter(([name]) => !inUrl.has(name));
  if (bodiless.has(method)) return { method, url: addQuery(url, rest), headers };
  // JSON cannot hold a file: then the arguments are the parts of a form.
  if (rest.some(([, value]) => isFiles(value))) {
    const { type, pieces } = multipartOf(Object.fromEntries(rest));
    return {
      method,
      url,
      headers: { 'content-type': type, ...headers },
      body: JSON.stringify(pieces),
      pieces,
    };
  }
  return {
    method,
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(Object.fromEntries(rest)),
  };
}

function isFiles(value: Json): boolean {
  const all: readonly Json[] = Array.isArray(value) ? value : [value];
  return all.some((each) => fileNamed(each) !== null);
}

export function fillUrl(url: string, args: JsonObject): string {
  return url.replaceAll(placeholder, (_, name: string) => segmentOf(name, ownValue(args, name)));
}

/** Whether arguments can choose the host (R1): two fillings must not lead to two places. */
export function hasFixedOrigin(url: string): boolean {
  const origins = ['x', '1', '@y'].map((value) => {
    const filled = url.replaceAll(placeholder, () => value);
    return URL.canParse(filled) ? new URL(filled).origin : null;
  });
  return origins[0] !== null && origins.every((origin) => origin === origins[0]);
}

export function addQuery(url: string, values: readonly (readonly [string, Json])[]): string {
  const pairs = values.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== null)
      .map((each) => `${encodeURIComponent(name)}=${encode(textOf(each))}`),
  );
  if (pairs.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function segmentOf(name: string, value: Json | undefined): string {
  if (value === undefined || value === null) throw new Error(`The argument "${name}" is needed.`);
  const text = textOf(value);
  // Even encoded, these two lead to another path.
  if (text === '.' || text === '..' || text === '')
    throw new Error(`The argument "${name}" cannot be "${text}".`);
  return encode(text);
}

/** A lone half of a character has no form in an address. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
