/** The first digits of a version, which is a content hash. */
export function shortVersion(version: string): string {
  return version.replace('sha256:', '').slice(0, 8);
}
