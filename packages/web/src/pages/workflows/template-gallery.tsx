import { useMemo, type ReactNode } from 'react';
import { useTemplates, type Template } from '../../data/templates.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { classNames } from '../../design/class-names.ts';
import { TemplateCard } from './template-card.tsx';

interface TemplateGalleryProps {
  readonly isWhole: boolean;
  readonly onShowAll: (isWhole: boolean) => void;
}

const shownFirst = 4;
/** As many as fit side by side, so that all cards have the same height; on small screens the row scrolls. */
const oneRow =
  'max-lg:-mx-4 max-lg:auto-cols-[272px] max-lg:grid-flow-col max-lg:overflow-x-auto max-lg:px-4 max-lg:pb-2 lg:max-[1380px]:[&>:nth-child(4)]:hidden';

export function TemplateGallery({ isWhole, onShowAll }: TemplateGalleryProps): ReactNode {
  const { data, error, isLoadingError, refetch } = useTemplates();
  const templates = useMemo(() => (data?.items ?? []).toSorted(bySize), [data]);
  const shown = isWhole ? templates : templates.slice(0, shownFirst);
  return (
    <section aria-labelledby="templates">
      <div className="mb-3 flex items-baseline gap-2">
        <h2 id="templates" className="text-md font-semibold">
          Start from a template
        </h2>
        <span className="text-sm text-text-3 max-md:hidden">each runs offline, no key needed</span>
        {templates.length > shownFirst && (
          <button
            type="button"
            onClick={() => onShowAll(!isWhole)}
            className="ml-auto rounded-sm text-sm font-medium text-accent-text hover:underline"
          >
            {isWhole ? 'Show fewer' : `All ${templates.length}`}
          </button>
        )}
      </div>
      {isLoadingError && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ul
        aria-label="Templates"
        className={classNames(
          'grid gap-3 lg:grid-cols-3 min-[1380px]:grid-cols-4',
          isWhole ? 'md:grid-cols-2' : oneRow,
        )}
      >
        {data === undefined && error === null
          ? Array.from({ length: shownFirst }, (_, index) => (
              <li key={index}>
                <Skeleton className="h-[229px] rounded-lg" />
              </li>
            ))
          : shown.map((template) => <TemplateCard key={template.id} template={template} />)}
      </ul>
    </section>
  );
}

/** The simplest first: most people try it. */
function bySize(one: Template, other: Template): number {
  return JSON.stringify(one.definition).length - JSON.stringify(other.definition).length;
}
