// Shell
// What stays while pages change: navigation, command bar, shortcut list, toasts.
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useSessionEnd } from '../data/session-end.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { isTyping } from '../design/keyboard/is-typing.ts';
import { listenKeys } from '../design/keyboard/listen-keys.ts';
import { MainNav } from './main-nav.tsx';
import { places } from './places.ts';
import { SignedIn } from './signed-in.tsx';
import { StaleBanner } from './stale-banner.tsx';
import { ToastList } from '../design/feedback/toast-list.tsx';

const loadCommandBar = async () => ({ default: (await import('./command-bar.tsx')).CommandBar });
const CommandBar = lazy(loadCommandBar);
// Dialogs are large, and the first page does not need them.
const ShortcutList = lazy(async () => ({
  default: (await import('./shortcut-list.tsx')).ShortcutList,
}));
const SessionEnded = lazy(async () => ({
  default: (await import('../pages/sign-in/session-ended.tsx')).SessionEnded,
}));

export function Shell(): ReactNode {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className="flex h-dvh flex-col-reverse md:flex-row">
      {path === '/sign-in' ? (
        <main id="main" className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Outlet />
        </main>
      ) : (
        <SignedIn>
          <Workplace path={path} />
        </SignedIn>
      )}
      <ToastList />
    </div>
  );
}

function Workplace({ path }: { readonly path: string }): ReactNode {
  const [open, setOpen] = useState<'commands' | 'shortcuts' | null>(null);
  const hasEnded = useSessionEnd((store) => store.hasEnded);
  useShellShortcuts(setOpen);
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent"
      >
        Skip to content
      </a>
      <MainNav
        isRail={isCanvasPage(path)}
        onSearch={() => setOpen('commands')}
        onSearchIntent={preloadCommandBar}
      />
      <main
        id="main"
        tabIndex={-1}
        className="relative flex min-h-0 min-w-0 flex-1 flex-col outline-none"
      >
        <div className="pointer-events-none absolute inset-x-2 top-2 z-40 flex flex-col items-center gap-1">
          <ConnectionBanner />
          <StaleBanner />
        </div>
        <Outlet />
      </main>
      <Suspense fallback={null}>
        {open === 'commands' && (
          <CommandBar
            isOpen
            onOpenChange={(isOpen) => setOpen(isOpen ? 'commands' : null)}
            onShowShortcuts={() => setOpen('shortcuts')}
          />
        )}
        {open === 'shortcuts' && (
          <ShortcutList isOpen onOpenChange={(isOpen) => setOpen(isOpen ? 'shortcuts' : null)} />
        )}
        {hasEnded && <SessionEnded />}
      </Suspense>
    </>
  );
}

/** When somebody is about to open it. Without a connection, it is loaded when it is opened. */
function preloadCommandBar(): void {
  loadCommandBar().catch(() => {});
}

function isCanvasPage(path: string): boolean {
  return /^\/(?:workflows|runs)\/./.test(path);
}

function useShellShortcuts(setOpen: (open: 'commands' | 'shortcuts') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const going = places.map(({ key, to }) => [
      `g ${key.toLowerCase()}`,
      (event: KeyboardEvent) => {
        if (!isTyping(event)) void navigate({ to });
      },
    ]);
    const showShortcuts = (event: KeyboardEvent) => {
      if (!isTyping(event)) setOpen('shortcuts');
    };
    return listenKeys({
      '$mod+k': (event) => {
        event.preventDefault();
        setOpen('commands');
      },
      // Some keyboards need Shift for it.
      'Shift+?': showShortcuts,
      '?': showShortcuts,
      ...(Object.fromEntries(going) as Record<string, (event: KeyboardEvent) => void>),
    });
  }, [navigate, setOpen]);
}
