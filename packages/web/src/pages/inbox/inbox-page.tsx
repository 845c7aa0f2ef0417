import { useNavigate, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useWait, useWaits } from '../../data/waits.ts';
import { ButtonLink } from '../../design/controls/button-link.tsx';
import { classNames } from '../../design/class-names.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { ErrorState } from '../../viewers/error-state.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';
import { WaitDetail } from './wait-detail.tsx';
import { useSoughtWaits } from './use-sought-waits.ts';
import { InboxHeader, WaitList } from './wait-list.tsx';

export function InboxPage(): ReactNode {
  const { wait } = useSearch({ from: '/inbox' });
  const { data, error, isLoadingError, refetch } = useWaits();
  // The loaded question stays while the server is away, and with it what was typed.
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <InboxSkeleton />;
  if (data.length === 0 && wait === undefined) return <NothingWaits />;
  return <Waiting wait={wait} />;
}

function Waiting({ wait }: { readonly wait: string | undefined }): ReactNode {
  const navigate = useNavigate();
  const sought = useSoughtWaits();
  const { shown } = sought;
  const select = useCallback(
    (id: string | undefined) =>
      void navigate({ to: '/inbox', search: id === undefined ? {} : { wait: id } }),
    [navigate],
  );
  const chosen = wait ?? shown[0]?.id;
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  useInboxKeys({ ids, selected: chosen, onSelect: select });
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label="Waiting" className={classNames(listLook, wait && 'max-md:hidden')}>
        <WaitList sought={sought} selected={chosen} onSelect={select} />
      </section>
      {chosen !== undefined && (
        <ChosenWait
          key={chosen}
          id={chosen}
          isAlone={wait !== undefined}
          onClose={() => select(undefined)}
        />
      )}
    </div>
  );
}

const listLook = 'flex w-full shrink-0 flex-col border-line bg-surface md:w-[360px] md:border-r';

function NothingWaits(): ReactNode {
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <section aria-label="Waiting" className={listLook}>
        <InboxHeader count="0" />
      </section>
      <EmptyState
        icon={Inbox}
        title="Nothing is waiting for you"
        action={
          <ButtonLink to="/workflows" search={{ open: 'templates' }}>
            Browse templates
          </ButtonLink>
        }
      >
        When a run needs an approval, an answer or a higher limit, its question appears here. Try
        the template "Contract with three approvals".
      </EmptyState>
    </div>
  );
}

function InboxSkeleton(): ReactNode {
  return (
    <div className="flex min-h-0 flex-1">
      <div className={listLook}>
        <InboxHeader />
        <div className="grid gap-3 p-4">
          <Skeleton className="h-8" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      </div>
      <DetailSkeleton />
    </div>
  );
}

function DetailSkeleton(): ReactNode {
  return (
    <div className="grid flex-1 content-start gap-4 p-8 max-md:hidden">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-64" />
    </div>
  );
}

interface ChosenWaitProps {
  readonly id: string;
  readonly isAlone: boolean;
  readonly onClose: () => void;
}

function ChosenWait({ id, isAlone, onClose }: ChosenWaitProps): ReactNode {
  const { data, error, isLoadingError, refetch } = useWait(id);
  return (
    <section
      aria-label="Question"
      className={classNames('flex min-w-0 flex-1 flex-col', !isAlone && 'max-md:hidden')}
    >
      {isLoadingError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <DetailSkeleton />
      ) : (
        <WaitDetail wait={data} onClose={onClose} />
      )}
    </section>
  );
}
