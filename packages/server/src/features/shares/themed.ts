import type { Share } from './stored-shares.ts';

/** A page in the colours that its owner has chosen. */
export function themed({ theme }: Pick<Share, 'theme'>, html: string): string {
  return theme === 'system'
    ? html
    : html.replace('<html lang="en">', `<html lang="en" class="${theme}">`);
}
