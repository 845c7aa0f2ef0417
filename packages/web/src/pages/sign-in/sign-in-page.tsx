import { useRouter, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { basePath } from '../../data/base-path.ts';
import { Logo } from '../../design/logo.tsx';
import { Card } from '../../design/layout/card.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage(): ReactNode {
  const { to = '/' } = useSearch({ from: '/sign-in' });
  const router = useRouter();
  // Shared pages are no part of the studio.
  const go = (place: string) =>
    place.startsWith('/share/')
      ? location.replace(basePath + place)
      : router.history.replace(place);
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-4">
      <div className="grid w-full max-w-[400px] gap-6">
        <div className="grid justify-items-center gap-3 text-center">
          <Logo size={40} />
          <h1 className="text-xl font-semibold">Sign in to Skein</h1>
          <p className="text-sm text-text-2">This server requires an API key.</p>
        </div>
        <Card className="p-5">
          {/* Only a place of this page, never another site. */}
          <SignInForm onDone={() => go(/^\/(?!\/)/.test(to) ? to : '/')} />
        </Card>
      </div>
    </div>
  );
}
