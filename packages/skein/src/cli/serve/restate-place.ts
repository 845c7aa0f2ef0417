import type { RestatePlace } from '../../compose.ts';
import { usageError } from '../errors/command-error.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';

/** Where Restate is, by --restate and --namespace. */
export function restatePlace(given: ParsedArguments): RestatePlace {
  const url = given.one('restate');
  if (url === undefined) {
    throw usageError('--restate is missing.', 'Give the address of the ingress: http://HOST:8080.');
  }
  for (const each of url.split(',')) {
    if (!/^https?:\/\/[^\s/]+\/?$/.test(each.trim())) {
      throw usageError(`--restate ${url} is not an address.`, 'Write it as http://HOST:PORT.');
    }
  }
  const namespace = given.one('namespace');
  if (namespace !== undefined && !/^[A-Za-z][A-Za-z0-9]*$/.test(namespace)) {
    throw usageError(`--namespace ${namespace} is not a valid name.`, 'Use letters and digits.');
  }
  return { ingressUrl: url, namespace };
}
