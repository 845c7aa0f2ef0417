/** `/skein` for `skein/` and the like, and '' for the root. Throws when it is no path. */
export function readBasePath(given: string): string {
  const path = `/${given}`.replaceAll(/\/{2,}/gu, '/').replace(/\/$/u, '');
  if (path === '' || /^(?:\/[\w.~-]+)+$/u.test(path)) return path;
  throw new TypeError(
    `basePath "${given}" is not a path: write it as "/skein", of letters, digits and . _ ~ -`,
  );
}
