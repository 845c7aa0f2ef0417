import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { basePath } from '../data/base-path.ts';
import { ListSkeleton } from '../design/feedback/list-skeleton.tsx';
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx';
import { lazyPage } from './lazy-page.ts';
import { PageError } from './page-error.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // The router treats a thrown redirect as a result, not as a failure.
    throw redirect({ to: '/workflows' });
  },
});

const workflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  validateSearch: (search): { open?: 'new' | 'import' | 'templates' } => {
    const { open } = search;
    return open === 'new' || open === 'import' || open === 'templates' ? { open } : {};
  },
  component: lazyPage(() => import('../pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
});

interface EditorSearch {
  node?: string;
  fix?: string;
  open?: 'run' | 'trigger' | 'todo' | 'assistant';
  /** What the assistant is told first. */
  wish?: string;
}

const editor = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id',
  validateSearch: (search): EditorSearch => {
    const { open } = search;
    const shown = {
      ...textSearch(search, 'node'),
      ...textSearch(search, 'fix'),
      ...textSearch(search, 'wish'),
    };
    const isKnown = open === 'run' || open === 'trigger' || open === 'todo' || open === 'assistant';
    return isKnown ? { ...shown, open } : shown;
  },
  component: lazyPage(() => import('../pages/editor/editor-page.tsx'), 'EditorPage'),
});

const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: (
    search,
  ): { q?: string; status?: string; workflow?: string; trials?: string } => ({
    ...textSearch(search, 'q'),
    ...textSearch(search, 'trials'),
    ...textSearch(search, 'status'),
    ...textSearch(search, 'workflow'),
  }),
  component: lazyPage(() => import('../pages/runs/runs-page.tsx'), 'RunsPage'),
});

interface RunSearch {
  node?: string;
  line?: string;
  tab?: string;
  event?: number;
  /** The run that it is compared with. */
  with?: string;
}

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$id',
  validateSearch: (search): RunSearch => ({
    ...textSearch(search, 'node'),
    ...textSearch(search, 'with'),
    ...textSearch(search, 'line'),
    ...textSearch(search, 'tab'),
    ...(Number.isInteger(search['event']) ? { event: Number(search['event']) } : {}),
  }),
  component: lazyPage(() => import('../pages/run/run-page.tsx'), 'RunPage'),
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: (search): { wait?: string } => textSearch(search, 'wait'),
  component: lazyPage(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
});

const threads = createRoute({
  getParentRoute: () => root,
  path: '/threads',
  validateSearch: (search): { agent?: string; thread?: string } => ({
    ...textSearch(search, 'agent'),
    ...textSearch(search, 'thread'),
  }),
  component: lazyPage(() => import('../pages/threads/threads-page.tsx'), 'ThreadsPage'),
});

const evaluations = createRoute({
  getParentRoute: () => root,
  path: '/evaluations',
  validateSearch: (search): { evaluation?: string } => textSearch(search, 'evaluation'),
  component: lazyPage(() => import('../pages/evaluations/evaluations-page.tsx'), 'EvaluationsPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: (search): { tab?: string } => textSearch(search, 'tab'),
  component: lazyPage(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string } => textSearch(search, 'to'),
  component: lazyPage(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    workflows,
    editor,
    runs,
    run,
    inbox,
    threads,
    evaluations,
    settings,
    signIn,
  ]),
  basepath: basePath === '' ? '/' : basePath,
  defaultPreload: 'intent',
  // The page before stays until then: nothing flickers where loading is fast.
  defaultPendingMs: 300,
  defaultPendingComponent: ListSkeleton,
  defaultErrorComponent: PageError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** A text parameter of the address, if there is one. */
function textSearch<Key extends string>(
  search: Record<string, unknown>,
  key: Key,
): { [key in Key]?: string } {
  const value = search[key];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== ''
    ? ({ [key]: text } as { [key in Key]?: string })
    : {};
}
