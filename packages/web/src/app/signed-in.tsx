import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemError } from '../data/problem.ts';
import { useSession } from '../data/session.ts';

/** Nothing is requested or shown before the user is known; an open server accepts everyone. */
export function SignedIn({ children }: { readonly children: ReactNode }): ReactNode {
  const href = useRouterState({ select: (state) => state.location.href });
  const { data, error, isPending } = useSession();
  if (data === undefined && error instanceof ProblemError && error.status === 401)
    return <Navigate to="/sign-in" search={href === '/' ? {} : { to: href }} replace />;
  if (isPending) return <div aria-busy="true" className="flex-1" />;
  return children;
}
