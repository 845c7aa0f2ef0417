import { isServerUrl } from '../../remote/is-server-url.ts';
import { visibleLine } from '../output/visible-text.ts';

/** The option that leads other commands to the same runs, without a password; null for a store that ends with this command. */
export async function storeOption(store: string): Promise<string | null> {
  if (store === 'memory') return null;
  const { withoutPassword } = await import('@skein/stores');
  const address = visibleLine(withoutPassword(store));
  const word = /^[\w:/.@-]+$/u.test(address) ? address : `'${address.replaceAll("'", `'\\''`)}'`;
  return `${isServerUrl(store) ? '--server' : '--store'} ${word}`;
}
