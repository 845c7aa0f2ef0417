import type { VersionId } from '@skein/kernel';

/** Equal definitions without an id are one workflow. */
export function idFromVersion(version: VersionId): string {
  const digits = 12;
  return `workflow-${version.replace(/^.*:/, '').slice(0, digits)}`;
}

/** The name that a draft which cannot be compiled gives itself. */
export function nameIn(definition: unknown): string | undefined {
  const isNamed = typeof definition === 'object' && definition !== null && 'name' in definition;
  return isNamed && typeof definition.name === 'string' ? definition.name : undefined;
}
