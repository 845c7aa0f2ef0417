import type { Secret } from '@skein/ports';

/** Whether a secret may go to a host, a host with a port, or `mcp:<server>`. `*.example.com` is every host below that one. */
export function isBoundTo({ hosts }: Secret, target: string): boolean {
  if (hosts === undefined) return true;
  const wanted = target.toLowerCase();
  const isProcess = wanted.startsWith('mcp:');
  const host = isProcess ? wanted : wanted.replace(/:\d+$/, '');
  return hosts.some((each) => {
    const bound = each.toLowerCase();
    if ([wanted, host].includes(bound)) return true;
    return !isProcess && bound.startsWith('*.') && host.endsWith(bound.slice(1));
  });
}
