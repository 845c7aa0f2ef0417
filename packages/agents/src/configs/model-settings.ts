// Model settings, from configs to requests
// The shape says which settings an author may write, the port which ones a request has. A setting that only one of the two
// lists knows is a compile error here: it would be accepted, and then dropped.
import { modelSettings } from '@skein/dialects';
import type { ModelSettings } from '@skein/ports';

const settings: Readonly<Record<keyof ModelSettings, unknown>> = modelSettings;

// True because a literal without a spread has exactly the keys of its type.
const keys: readonly (keyof ModelSettings)[] = Object.keys(
  settings,
) as (keyof typeof modelSettings)[];

/** The model settings among the keys of a config, a question or a request; those that are not set are left out. */
export function pickModelSettings(from: ModelSettings): ModelSettings {
  return Object.fromEntries(
    keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])),
  );
}
