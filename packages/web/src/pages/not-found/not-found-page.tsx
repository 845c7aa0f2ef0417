import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { ButtonLink } from '../../design/controls/button-link.tsx';

export function NotFoundPage(): ReactNode {
  return (
    <EmptyState
      icon={Compass}
      title="Page not found"
      isPage
      action={<ButtonLink to="/workflows">Go to your workflows</ButtonLink>}
    >
      The address may be wrong, or the page was deleted.
    </EmptyState>
  );
}
