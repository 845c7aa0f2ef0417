/** The beginning of a version, which is the hash of what its definition says. */
export function shortVersion(version: string): string {
  return version.replace('sha256:', '').slice(0, 8);
}
