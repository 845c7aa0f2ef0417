import { ArrowLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { readSketch } from '../../../graph/read-sketch.ts';
import { definitionAt } from '../../../graph/sub/inside.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { useEditor, useEditorStore } from '../state/editor-store.ts';
import { openLevel } from './open-level.ts';

interface LevelBarProps {
  /** Of the whole. */
  readonly form: DocumentForm;
  readonly inner: DocumentForm;
  readonly path: readonly string[];
}

/** Where one is, and the way back. */
export function LevelBar({ form, inner, path }: LevelBarProps): ReactNode {
  const store = useEditorStore();
  const whole = useEditor(({ history }) => history.present);
  const names = path.map((id, depth) => {
    const around = definitionAt(whole, path.slice(0, depth)) ?? {};
    const { nodes } = readSketch(depth === 0 ? form : inner, around);
    return nodes.find((node) => node.id === id)?.title ?? id;
  });
  const crumbs = [textAt(whole, 'name') || 'The workflow', ...names].map(visibleText);
  const goTo = (depth: number) => openLevel(store, path.slice(0, depth), path[depth] ?? null);
  return (
    <nav
      aria-label="Inside"
      className="flex min-h-11 shrink-0 items-center gap-1 border-b border-line bg-sunken px-3 text-sm"
    >
      <IconButton
        size="sm"
        icon={ArrowLeft}
        label={`Back to ${crumbs[path.length - 1] ?? ''}`}
        onClick={() => goTo(path.length - 1)}
      />
      <ol className="flex min-w-0 items-center gap-1">
        {crumbs.map((crumb, depth) => (
          <li key={depth} className="flex min-w-0 items-center gap-1">
            {depth > 0 && <ChevronRight size={14} aria-hidden className="shrink-0 text-text-3" />}
            {depth === path.length ? (
              <span aria-current="page" className="truncate font-semibold">
                {crumb}
              </span>
            ) : (
              <button
                type="button"
                className="truncate rounded-sm px-1 text-text-2 hover:text-text hover:underline"
                onClick={() => goTo(depth)}
              >
                {crumb}
              </button>
            )}
          </li>
        ))}
      </ol>
      <span className="ml-auto truncate pl-3 text-xs text-text-2 max-md:hidden">
        Saved and published with the workflow around it
      </span>
    </nav>
  );
}
