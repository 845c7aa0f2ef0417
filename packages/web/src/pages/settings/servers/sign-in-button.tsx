import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSignIn } from '../../../data/settings/connections.ts';
import { Button } from '../../../design/controls/button.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { wantedSignIn } from '../../../text/wanted-sign-in.ts';

/** Beside a server whose connection nobody is signed in to. */
export function SignInButton({ error }: { readonly error: string | null }): ReactNode {
  const signIn = useSignIn();
  const connection = wantedSignIn(error);
  if (connection === null || connection === '') return null;
  return (
    <Button
      size="sm"
      icon={LogIn}
      aria-label={`Sign in to ${visibleText(connection)}`}
      disabled={signIn.isPending}
      onClick={() => signIn.mutate(connection)}
    >
      Sign in
    </Button>
  );
}
