// What a version is compared with
// An older one with what is there now. The newest one with what was made of it since; and as long as that is nothing, with the version
// before it: comparing it with itself would tell nothing. A draft that was kept since, with the newest.
import type { Json, JsonObject } from '@skein/kernel';
import { useMemo } from 'react';
import { useHostTypes } from '../data/catalogue.ts';
import { useWorkflowVersion, type VersionItem } from '../data/workflows.ts';
import { shortVersion } from '../text/short-version.ts';
import { differencesOf, type Difference } from './differences.ts';

export interface Comparison {
  /** What is compared, for a person. */
  readonly title: string;
  /** Null: one of them cannot be read. */
  readonly differences: readonly Difference[] | null;
  /** The version from which the differences are counted. */
  readonly base: string;
}

interface Compared {
  readonly workflow: string;
  readonly item: VersionItem;
  /** The versions of the workflow, the newest first. */
  readonly items: readonly VersionItem[];
  readonly present: JsonObject;
}

/** Undefined while it is being loaded. */
export function useComparison({
  workflow,
  item,
  items,
  present,
}: Compared): Comparison | undefined {
  const { newest, before, isNewDraft } = placesOf(item, items);
  const types = useHostTypes();
  const own = useWorkflowVersion(workflow, item.version).data?.definition;
  const other = isNewDraft ? newest : item.isNewest ? before : undefined;
  const base = useWorkflowVersion(workflow, other?.version).data?.definition;
  const known = types.data?.known;
  return useMemo(() => {
    if (own === undefined || types.isPending) return undefined;
    if (other !== undefined && base === undefined) return undefined;
    const from = (older: Json, newer: Json) => differencesOf(older, newer, known);
    if (isNewDraft && newest !== undefined && base !== undefined)
      return {
        title: `What the draft changes since ${nameOf(newest)}`,
        differences: from(base, own),
        base: newest.version,
      };
    const since = from(own, present);
    if (!item.isNewest)
      return { title: 'What changed since then', differences: since, base: item.version };
    if (since === null || since.length > 0)
      return { title: 'What is changed and not published', differences: since, base: item.version };
    if (other === undefined || base === undefined)
      return { title: 'The first version', differences: [], base: item.version };
    return {
      title: `What changed since ${nameOf(other)}`,
      differences: from(base, own),
      base: other.version,
    };
  }, [own, base, other, newest, isNewDraft, item, present, known, types.isPending]);
}

interface Places {
  readonly newest: VersionItem | undefined;
  /** The published version before the newest. */
  readonly before: VersionItem | undefined;
  /** A draft that was kept since the newest was published. */
  readonly isNewDraft: boolean;
}

function placesOf(item: VersionItem, items: readonly VersionItem[]): Places {
  const at = items.findIndex(({ isNewest }) => isNewest);
  return {
    newest: items[at],
    before: items.slice(at + 1).find(({ isDraft }) => !isDraft),
    isNewDraft: item.isDraft && !item.isNewest && items.indexOf(item) < at,
  };
}

function nameOf({ label, version }: VersionItem): string {
  return label ?? shortVersion(version);
}
