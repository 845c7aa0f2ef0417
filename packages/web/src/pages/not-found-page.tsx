import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../design/empty-state.tsx';
import { TextLink } from '../design/text-link.tsx';

export function NotFoundPage(): ReactNode {
  return (
    <EmptyState icon={Compass} title="There is no such page." isPage>
      The address may be mistyped, or what it led to was deleted.{' '}
      <TextLink to="/workflows">Go to your workflows</TextLink>
    </EmptyState>
  );
}
