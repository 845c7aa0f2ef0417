import { useNavigate, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWait, useWaits } from '../../data/waits.ts';
import { classNames } from '../../design/class-names.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { WaitDetail } from './wait-detail.tsx';
import { WaitList } from './wait-list.tsx';

export function InboxPage(): ReactNode {
  const { wait } = useSearch({ from: '/inbox' });
  const navigate = useNavigate();
  const { data, error, refetch } = useWaits();
  const waits = data?.items ?? [];
  const select = (id: string | undefined) =>
    void navigate({ to: '/inbox', search: id === undefined ? {} : { wait: id } });
  const chosen = wait ?? waits[0]?.id;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data !== undefined && waits.length === 0 && wait === undefined)
    return (
      <EmptyState icon={Inbox} title="Nothing waits for you.">
        Approvals, questions and raised limits of your runs come together here.
      </EmptyState>
    );
  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label="Waiting"
        className={classNames(
          'flex w-full shrink-0 flex-col border-line bg-surface md:w-[360px] md:border-r',
          wait !== undefined && 'max-md:hidden',
        )}
      >
        {data === undefined ? (
          <div className="grid gap-3 p-4">
            <Skeleton className="h-8" />
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        ) : (
          <WaitList waits={waits} selected={chosen} onSelect={select} />
        )}
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

interface ChosenWaitProps {
  readonly id: string;
  readonly isAlone: boolean;
  readonly onClose: () => void;
}

function ChosenWait({ id, isAlone, onClose }: ChosenWaitProps): ReactNode {
  const { data, error, refetch } = useWait(id);
  return (
    <section
      aria-label="Question"
      className={classNames('flex min-w-0 flex-1 flex-col', !isAlone && 'max-md:hidden')}
    >
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div className="grid gap-4 p-8">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-64" />
        </div>
      ) : (
        <WaitDetail wait={data} onClose={onClose} />
      )}
    </section>
  );
}
