import type { Secret } from '@skein/ports';

/** Whether a secret may go to a host, a host with a port, or `mcp:<server>`. */
export function isBoundTo({ hosts }: Secret, target: string): boolean {
  if (hosts === undefined) return true;
  const wanted = target.toLowerCase();
  const isProcess = wanted.startsWith('mcp:');
  const host = isProcess ? wanted : wanted.replace(/:\d+$/, '');
  return hosts.some((bound) => [wanted, host].includes(bound.toLowerCase()));
}
