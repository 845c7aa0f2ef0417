// What people know of one version: a name, a note, who saved it with which key, and whether it is a draft.
// It is stored beside the definition, where an editor keeps its layout, because it is no part of what the version says.
import { isObject, ownValue, textAt, type Json } from '@skein/api';
import { withoutUndefined } from '@skein/ports';

export interface VersionFacts {
  readonly label?: string | undefined;
  readonly note?: string | undefined;
  readonly by?: string | undefined;
  /** The name of their key. */
  readonly key?: string | undefined;
  readonly isDraft?: boolean | undefined;
}

const place = 'version';

export function versionFacts(studio: Json | undefined): VersionFacts {
  const held = isObject(studio) ? ownValue(studio, place) : undefined;
  if (!isObject(held)) return {};
  const facts = {
    label: textAt(held, 'label'),
    note: textAt(held, 'note'),
    by: textAt(held, 'by'),
    key: textAt(held, 'key'),
    isDraft: ownValue(held, 'isDraft') === true ? true : undefined,
  };
  return withoutUndefined(facts);
}

/** What the editor itself has stored. */
export function layoutIn(studio: Json | undefined): Json | undefined {
  if (!isObject(studio) || !Object.hasOwn(studio, place)) return studio;
  const { [place]: _, ...layout } = studio;
  return Object.keys(layout).length === 0 ? undefined : layout;
}

/** Only an object has room for facts; what an editor stored in another form stays as it is. */
export function withFacts(studio: Json | undefined, facts: VersionFacts): Json | undefined {
  const layout = layoutIn(studio) ?? {};
  if (!isObject(layout)) return layout;
  return { ...layout, [place]: withoutUndefined({ ...facts }) };
}

export function savedBy({
  user,
  keyName,
}: {
  readonly user: string;
  readonly keyName?: string;
}): Pick<VersionFacts, 'by' | 'key'> {
  return { by: user, key: keyName };
}
