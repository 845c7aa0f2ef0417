import type { VersionItem } from '../data/workflows.ts';

/** Who saved a version, as people know them: those who share the server's own user by their keys. Null: nobody has signed in. */
export function saverName({ by, key }: Pick<VersionItem, 'by' | 'key'>): string | null {
  if (by !== undefined && by !== 'local') return by;
  return key ?? null;
}
