import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** For phones, which show no breadcrumb. */
export function BackLink({
  to,
  label,
}: {
  readonly to: '/workflows' | '/runs';
  readonly label: string;
}): ReactNode {
  return (
    <Link
      to={to}
      aria-label={label}
      className="grid size-9 shrink-0 place-items-center rounded-md text-text-2 hover:bg-sunken md:hidden"
    >
      <ArrowLeft size={18} aria-hidden />
    </Link>
  );
}
