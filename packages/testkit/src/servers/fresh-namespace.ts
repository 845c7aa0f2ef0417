import { randomBytes } from 'node:crypto';

/** Test files share a Restate server; each has a namespace for its services. */
export function freshNamespace(): string {
  return `t${randomBytes(6).toString('hex')}`;
}
