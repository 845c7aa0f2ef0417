// A page of the studio, loaded when it is opened
// P1. One that cannot be loaded says so in its place and is tried again there: what stands around it stays. The router's own lazy
//     components load the whole document again, and without a server the browser then has nothing but its own error page.
// P2. A server that answers and lacks the file is a newer one: then the document is loaded again, once, when somebody has opened the page;
//     pointing at a link also loads it, and must change nothing.
import type { RouteComponent } from '@tanstack/react-router';
import { createElement, use, type ReactNode } from 'react';
import { isServerThere } from '../data/health.ts';

type LazyPage = RouteComponent & { preload: () => Promise<void> };

export function lazyPage<Name extends string>(
  importer: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
): LazyPage {
  let page: (() => ReactNode) | undefined;
  let loading: Promise<void> | undefined;
  const load = (): Promise<void> => {
    loading ??= importer().then(
      (module) => {
        page = module[name];
        sessionStorage.removeItem(reloadedKey);
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Lazy = () => {
    if (page === undefined) use(load());
    return page === undefined ? null : createElement(page);
  };
  return Object.assign(Lazy, { preload: load });
}

const reloadedKey = 'skein.reloaded';

/** For a page that was opened and could not be loaded (P2). */
export async function reloadIfNewer(error: unknown): Promise<void> {
  const isOfFile = error instanceof TypeError && /module/i.test(error.message);
  if (!isOfFile || sessionStorage.getItem(reloadedKey) !== null) return;
  if (!(await isServerThere())) return;
  sessionStorage.setItem(reloadedKey, 'yes');
  location.reload();
}
