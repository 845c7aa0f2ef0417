// A question that is answered by a sign-in
// The server answers it when the sign-in is finished; whoever has signed in elsewhere lets it look again.
import { isObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { problemOf } from '../data/problem.ts';
import { useSignIn, useTestConnection } from '../data/settings/connections.ts';
import { Button } from '../design/controls/button.tsx';
import { textAt } from '../graph/own-keys.ts';
import { visibleText } from '../text/visible-text.ts';
import type { Question } from './answer-shape.ts';

export function SignInPanel({ question }: { readonly question: Question }): ReactNode {
  const name = isObject(question.data) ? textAt(question.data, 'connection') : '';
  const signIn = useSignIn();
  const test = useTestConnection();
  const problem = signIn.error ?? test.error;
  const said = problem === null ? test.data?.message : problemOf(problem).message;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-text-2">
        The run goes on by itself when you have signed in to {visibleText(name)}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" disabled={signIn.isPending} onClick={() => signIn.mutate(name)}>
          Sign in
        </Button>
        <Button disabled={test.isPending} onClick={() => test.mutate(name)}>
          I have signed in
        </Button>
      </div>
      {said !== undefined && (
        <p role="status" className="text-sm text-text-2">
          {visibleText(said)}
        </p>
      )}
    </div>
  );
}
