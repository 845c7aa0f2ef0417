import { Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { Kbd } from '../design/keyboard/kbd.tsx';
import { Logo } from '../design/logo.tsx';
import { NavLink, navLook } from './nav-link.tsx';
import { places } from './places.ts';
import { ServerState } from './server-state.tsx';
import { ThemeButton } from './theme-button.tsx';

interface MainNavProps {
  /** Narrow, next to a canvas. */
  readonly isRail: boolean;
  readonly onSearch: () => void;
  /** Before it is pressed: what it opens can be loaded. */
  readonly onSearchIntent: () => void;
}

export function MainNav({ isRail, onSearch, onSearchIntent }: MainNavProps): ReactNode {
  const search = {
    onClick: onSearch,
    onPointerEnter: onSearchIntent,
    onFocus: onSearchIntent,
  };
  return (
    <nav
      aria-label="Main"
      className={classNames(
        'flex shrink-0 border-line bg-surface max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:w-14 md:flex-col md:border-r md:p-2',
        !isRail && 'lg:w-52 lg:p-3',
      )}
    >
      <div
        className={classNames(
          'mb-3 hidden h-9 items-center justify-center gap-2.5 md:flex',
          !isRail && 'lg:justify-start lg:px-2',
        )}
      >
        <Logo />
        {!isRail && <b className="hidden text-lg font-semibold tracking-tight lg:block">skein</b>}
      </div>
      <SearchButton isRail={isRail} {...search} />
      <ul className="flex flex-1 max-md:justify-around md:flex-col md:gap-0.5">
        {places.map((place) => (
          <li key={place.to} className={place.isRare === true ? 'max-md:hidden' : 'max-md:flex-1'}>
            <NavLink place={place} isRail={isRail} />
          </li>
        ))}
        <li className="flex-1 md:hidden">
          <button type="button" {...search} className={classNames(navLook, 'w-full')}>
            <Search size={18} aria-hidden />
            Search
          </button>
        </li>
      </ul>
      <div
        className={classNames(
          'hidden items-center justify-center md:flex',
          !isRail && 'lg:justify-between lg:px-2',
        )}
      >
        {!isRail && <ServerState />}
        <ThemeButton />
      </div>
    </nav>
  );
}

interface SearchButtonProps extends ComponentProps<'button'> {
  readonly isRail: boolean;
}

/** Next to the pages; on phones, one of the entries in the bottom bar. */
function SearchButton({ isRail, ...rest }: SearchButtonProps): ReactNode {
  const isWide = !isRail;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'mb-3 hidden h-9 items-center justify-center gap-2 rounded-md border border-control/60 text-sm text-text-3 hover:bg-sunken md:flex',
        isWide && 'lg:justify-start lg:px-2.5',
      )}
    >
      <Search size={16} aria-hidden />
      <span className={classNames('md:sr-only', isWide && 'lg:not-sr-only')}>Search</span>
      {isWide && (
        <span className="ml-auto hidden lg:block">
          <Kbd>Ctrl K</Kbd>
        </span>
      )}
    </button>
  );
}
