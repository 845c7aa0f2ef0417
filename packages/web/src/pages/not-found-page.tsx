import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../design/empty-state.tsx';

export function NotFoundPage(): ReactNode {
  return (
    <EmptyState icon={Compass} title="There is no such page.">
      <Link to="/workflows" className="font-medium text-accent-text hover:underline">
        Go to your workflows
      </Link>
    </EmptyState>
  );
}
