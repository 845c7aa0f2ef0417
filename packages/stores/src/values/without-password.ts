/** An address without its password, safe to show. */
export function withoutPassword(url: string): string {
  return url.replace(/^([^/]*\/\/[^:@/]*):[^@/]*@/, '$1@').replace(/\?.*$/, '');
}
