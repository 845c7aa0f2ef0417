import { useId, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../design/layout/card.tsx';
import { ErrorState } from '../../viewers/error-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';

interface SettingsSectionProps {
  readonly title: string;
  readonly note: ReactNode;
  /** Next to the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function SettingsSection(props: SettingsSectionProps): ReactNode {
  const { title, note, action, children } = props;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // Sections below appear once their position is known.
      className="min-w-0 has-[.animate-pulse]:[&~section]:invisible"
    >
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_280px]">
          <h2 id={id} className="text-md font-semibold">
            {title}
          </h2>
          <p className="text-sm text-text-2">{note}</p>
        </div>
        {action}
      </div>
      <Card>{children}</Card>
    </section>
  );
}

interface SettingsListProps<Item> {
  readonly query: UseQueryResult<{ readonly items: readonly Item[] }>;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
  readonly row: (item: Item) => ReactNode;
  /** Rows after those of the server. */
  readonly more?: ReactNode;
}

/** A query in each of its states: loading, failed, empty, filled. */
export function SettingsList<Item>({
  query,
  empty,
  row,
  more,
}: SettingsListProps<Item>): ReactNode {
  const { data, error, isLoadingError, refetch } = query;
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton />;
  if (data.items.length === 0) return empty;
  return (
    <ul className="divide-y divide-line">
      {data.items.map(row)}
      {more}
    </ul>
  );
}
