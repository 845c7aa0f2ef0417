import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { lineageOf } from '../../../graph/run/forking/lineage-of.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { shortId } from '../../../text/short-id.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface LineageNoteProps {
  readonly run: string;
  readonly replay: Replay;
  readonly titles: ReadonlyMap<string, string>;
}

/** What the run was made from, and where it was resumed; nothing for one that began and went on by itself. */
export function LineageNote({ run, replay, titles }: LineageNoteProps): ReactNode {
  const { forkedFrom, isReplay, resumedAt, changed } = useMemo(() => lineageOf(replay), [replay]);
  if (forkedFrom === null && resumedAt.length === 0) return null;
  const namesOf = (nodes: readonly string[]) =>
    visibleText([...new Set(nodes)].map((node) => titles.get(node) ?? node).join(', '));
  const names = namesOf(resumedAt.flat());
  return (
    <p
      aria-label="Lineage"
      role="note"
      className="flex shrink-0 flex-wrap gap-x-3 border-b border-line bg-surface px-4 py-1.5 text-xs text-text-2"
    >
      {forkedFrom !== null && (
        <span>
          {isReplay ? 'Replay of' : 'Forked from'}{' '}
          <Link
            to="/runs/$id"
            params={{ id: forkedFrom }}
            className="rounded-sm font-mono text-accent-text hover:underline"
          >
            {shortId(forkedFrom)}
          </Link>{' '}
          ·{' '}
          <Link
            to="/runs/$id"
            params={{ id: run }}
            search={{ tab: 'compare', with: forkedFrom }}
            className="rounded-sm text-accent-text hover:underline"
          >
            Compare
          </Link>
        </span>
      )}
      {changed.length > 0 && <span>Changed result: {namesOf(changed)}</span>}
      {resumedAt.length > 0 && (
        <span>
          Resumed{names === '' ? '' : ` at ${names}`}
          {resumedAt.length > 1 ? `, ${resumedAt.length} times` : ''}
        </span>
      )}
    </p>
  );
}
