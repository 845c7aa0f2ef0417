import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The page shows nothing else: the title is its heading. */
  readonly isPage?: boolean;
  /** What will appear here, and what to do next. */
  readonly children?: ReactNode;
  /** The next step as a button. */
  readonly action?: ReactNode;
}

export function EmptyState(props: EmptyStateProps): ReactNode {
  const { icon: Icon, title, isPage = false, children, action } = props;
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="grid flex-1 place-items-center p-8">
      <div className="grid max-w-md justify-items-center gap-2 text-center">
        <span className="grid size-10 place-items-center rounded-lg bg-sunken text-text-3">
          <Icon size={20} aria-hidden />
        </span>
        <Title className="text-md font-semibold text-balance">{title}</Title>
        {children !== undefined && (
          <div className="text-sm text-balance text-text-2">{children}</div>
        )}
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}
