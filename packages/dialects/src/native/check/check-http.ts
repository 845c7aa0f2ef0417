// Requests that cannot work
// What is written down can be told before a run; what a template gives is checked when the node runs.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { httpNode, unwrittenAddress } from '../nodes/http.ts';

export function checkHttp(node: JsonObject, path: Path): readonly Finding[] {
  const config = ownValue(node, 'config') ?? null;
  if (ownValue(node, 'type') !== 'http' || !isObject(config)) return [];
  const at = [...path, 'config'];
  return [
    ...checkAddress(ownValue(config, 'url'), [...at, 'url']),
    ...checkMethod(config, at),
    // Of those keys of which one must be there, only one can be meant.
    ...[...httpNode.config.fields].flatMap(([key, { shape }]) =>
      shape.kind === 'record'
        ? checkAlternatives(ownValue(config, key), shape.oneOf, [...at, key])
        : [],
    ),
  ];
}

function checkAddress(url: Json | undefined, path: Path): readonly Finding[] {
  // Where it begins with a template, even the scheme is not known yet.
  if (typeof url !== 'string' || url === '' || url.startsWith('${')) return [];
  if (url === unwrittenAddress) return [unwritten(path)];
  if (!/^https?:\/\/(?:[^\s/?#]|$)/i.test(url)) {
    const message = `${quotedShort(url)} is no address of the web.`;
    return [bad(path, message, 'Write it with its scheme: "https://…" or "http://…".')];
  }
  if (!/^https?:\/\/[^/?#$]*@/i.test(url)) return [];
  const message = 'The address contains a user name or a password.';
  return [
    bad(path, message, 'Put the password into a secret, and name it in "auth": { "basic" }.'),
  ];
}

/** A new node is sound: adding one reports no error. */
function unwritten(path: Path): Finding {
  const message = 'No address is written yet.';
  const hint = 'Write the address of the request, or paste a curl command.';
  return { path, code: 'MISSING_KEY', severity: 'warning', message, hint };
}

function checkMethod(config: JsonObject, path: Path): readonly Finding[] {
  const method = ownValue(config, 'method');
  const isBodiless = method === 'GET' || method === 'HEAD';
  if (!isBodiless || (ownValue(config, 'body') ?? null) === null) return [];
  const message = `A ${method} request has no body.`;
  return [bad([...path, 'body'], message, 'Use "query", or another method.')];
}

function checkAlternatives(
  given: Json | undefined,
  names: readonly string[],
  path: Path,
): readonly Finding[] {
  if (!isObject(given)) return [];
  const chosen = names.filter((name) => (ownValue(given, name) ?? null) !== null);
  if (chosen.length < 2) return [];
  const message = `"${String(path.at(-1))}" has ${chosen.map((name) => `"${name}"`).join(' and ')}, of which only one can be meant.`;
  return [bad(path, message, 'Keep one of them.')];
}

function bad(path: Path, message: string, hint: string): Finding {
  return { path, code: 'BAD_VALUE', severity: 'error', message, hint };
}
