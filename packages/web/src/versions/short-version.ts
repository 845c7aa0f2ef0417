/** Enough of a version to know it by. */
export function shortVersion(version: string): string {
  return version.replace('sha256:', '').slice(0, 8);
}
