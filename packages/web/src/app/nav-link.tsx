import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWaitCount } from '../data/waits.ts';
import { classNames } from '../design/class-names.ts';
import type { Place } from './places.ts';

interface NavLinkProps {
  readonly place: Place;
  readonly isRail: boolean;
}

export const navLook =
  'relative flex items-center text-text-2 hover:text-text max-md:h-14 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:text-xs md:h-9 md:justify-center md:rounded-md md:text-sm md:font-medium md:hover:bg-sunken aria-[current=page]:text-accent-text md:aria-[current=page]:bg-accent-soft';

export function NavLink({ place, isRail }: NavLinkProps): ReactNode {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const Icon = place.icon;
  return (
    <Link
      to={place.to}
      aria-current={path.startsWith(place.to) ? 'page' : undefined}
      className={classNames(navLook, !isRail && 'lg:justify-start lg:gap-2.5 lg:px-2.5')}
    >
      <Icon size={18} aria-hidden />
      <span className={classNames('md:sr-only', !isRail && 'lg:not-sr-only')}>{place.label}</span>
      {place.to === '/inbox' && <WaitCount isRail={isRail} />}
    </Link>
  );
}

function WaitCount({ isRail }: { readonly isRail: boolean }): ReactNode {
  const count = useWaitCount();
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'num grid h-4.5 min-w-4.5 place-items-center rounded-full bg-wait-soft px-1 text-xs font-semibold text-wait-text max-md:absolute max-md:top-1.5 max-md:left-[calc(50%+6px)] md:absolute md:-top-1 md:-right-0.5',
        !isRail && 'lg:static lg:ml-auto',
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
