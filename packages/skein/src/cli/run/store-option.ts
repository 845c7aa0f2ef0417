import { isServerUrl } from '../../remote/is-server-url.ts';
import { visibleLine } from '../output/visible-text.ts';

/** The option that leads other commands to the same runs, without a password; null when the store ends with this one. */
export async function wayBack(store: string): Promise<string | null> {
  if (store === 'memory') return null;
  const { withoutPassword } = await import('@skein/stores');
  const address = visibleLine(withoutPassword(store));
  const word = /^[\w:/.@-]+$/u.test(address) ? address : `'${address.replaceAll("'", `'\\''`)}'`;
  return `${isServerUrl(store) ? '--server' : '--store'} ${word}`;
}
