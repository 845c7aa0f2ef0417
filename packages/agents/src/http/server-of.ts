import type { ServerAddress } from '@skein/ports';

/** Host and port of an address, for those who measure. */
export function serverOf(url: string | undefined): ServerAddress | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { hostname, port, protocol } = new URL(url);
  return {
    address: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}
