import { randomBytes } from 'node:crypto';

/** Test files share a Restate server; each names its services after its own. */
export function freshNamespace(): string {
  return `t${randomBytes(6).toString('hex')}`;
}
