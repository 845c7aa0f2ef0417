// What was saved last of a workflow: a draft that was kept since the newest version, else the newest version.
import { EngineError, type DefinitionRecord } from '@skein/ports';
import { versionFacts } from '../../values/version-facts.ts';
import { etagOf, isNamedIn } from './etag.ts';

interface SavedVersions {
  readonly newest: DefinitionRecord;
  /** All of them, the one that was saved last at the end. */
  readonly versions: readonly DefinitionRecord[];
}

/** Throws VERSION_CONFLICT, unless one of the ETags names what was saved last. */
export function checkLastSaved(etags: string, saved: SavedVersions): void {
  const last = lastSaved(saved);
  if (isNamedIn(etags, last)) return;
  const { id } = saved.newest;
  throw new EngineError('VERSION_CONFLICT', { workflow: id, expected: etags, found: etagOf(last) });
}

/** Versions that only a replay made are no drafts. */
function lastSaved({ newest, versions }: SavedVersions): DefinitionRecord {
  const isSaved = ({ version, studio }: DefinitionRecord) =>
    version === newest.version || versionFacts(studio).isDraft === true;
  return versions.findLast(isSaved) ?? newest;
}
