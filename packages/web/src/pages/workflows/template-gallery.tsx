import { useMemo, type ReactNode } from 'react';
import { useTemplates } from '../../data/templates.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { classNames } from '../../design/class-names.ts';
import { fittingTemplates } from './fitting-templates.ts';
import { TemplateCard } from './template-card.tsx';

interface TemplateGalleryProps {
  readonly isWhole: boolean;
  readonly onShowAll: (isWhole: boolean) => void;
  /** What somebody has described; the templates that fit are shown. */
  readonly wish: string;
}

const shownFirst = 4;
/** As many as fit side by side, so that all cards have the same height; on small screens the row scrolls. */
const oneRow =
  'max-lg:-mx-4 max-lg:auto-cols-[272px] max-lg:grid-flow-col max-lg:overflow-x-auto max-lg:px-4 max-lg:pb-2 lg:max-[1380px]:[&>:nth-child(4)]:hidden';

export function TemplateGallery({ isWhole, onShowAll, wish }: TemplateGalleryProps): ReactNode {
  const { data, error, isLoadingError, refetch } = useTemplates();
  const templates = useMemo(() => fittingTemplates(data?.items ?? [], wish), [data, wish]);
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
      {data !== undefined && templates.length === 0 && (
        <p role="status" className="text-sm text-text-2">
          No template fits these words. Try others, or begin with an empty workflow.
        </p>
      )}
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
