import { LogIn } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ProblemError, problemOf } from '../../data/problem.ts';
import { useSignIn } from '../../data/session.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/text-field.tsx';

/** The key is sent once and stored nowhere: what remains is a cookie that no script can read. */
export function SignInForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [key, setKey] = useState('');
  const signIn = useSignIn();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate(key.trim(), { onSuccess: onDone });
      }}
    >
      <TextField
        label="API key"
        note={
          <>
            The operator of this server can create one:{' '}
            <code className="block font-mono text-text-2">skein keys create --user NAME</code>
          </>
        }
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        placeholder="skein_…"
        aria-invalid={signIn.isError || undefined}
        value={key}
        onChange={setKey}
        className="font-mono"
      />
      {signIn.isError && (
        <p role="alert" className="text-sm break-words text-bad-text">
          {complaintOf(signIn.error)}
        </p>
      )}
      <Button tone="primary" type="submit" icon={LogIn} disabled={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

/** Whoever signs in knows that they are not signed in. */
function complaintOf(error: Error): string {
  if (!(error instanceof ProblemError) || error.status !== 401) return problemOf(error).message;
  return 'Wrong API key. This server does not know it, or it has expired or was revoked.';
}
