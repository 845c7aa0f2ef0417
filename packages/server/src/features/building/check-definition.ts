// What is wrong with a definition that is being built
// A model that has read a diagnostic once does not need it again: only what is new since the last version is told in full.
import type { Diagnostic, Json, JsonObject } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import type { BuildingHost } from './building-host.ts';

/** A model repairs a few at a time. */
const shownMax = 20;

export async function checkDefinition(
  { engine, user }: BuildingHost,
  definition: unknown,
): Promise<readonly Diagnostic[]> {
  return engine.workflows.preflight(definition, withoutUndefined({ user }));
}

/** The diagnostics as a model reads them; with those of the version before, only what has changed. */
export function tellDiagnostics(
  now: readonly Diagnostic[],
  before: readonly Diagnostic[] = [],
): JsonObject {
  const known = new Set(before.map(keyOf));
  const fresh = now.filter((each) => !known.has(keyOf(each)));
  const left = now.length - fresh.length;
  const fixed = before.length - left;
  const shown = fresh.slice(0, shownMax).map(({ code, severity, pointer, message, hint }): Json => {
    return { code, severity, pointer, message, hint };
  });
  return {
    valid: now.every(({ severity }) => severity !== 'error'),
    diagnostics: shown,
    ...(fresh.length > shownMax && { more: fresh.length - shownMax }),
    ...(before.length > 0 && { fixed, unchanged: left }),
  };
}

function keyOf({ code, pointer, message }: Diagnostic): string {
  return JSON.stringify([code, pointer, message]);
}
