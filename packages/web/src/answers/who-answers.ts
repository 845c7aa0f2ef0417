import { hasScope } from '@skein/api';
import { answererText, mayAnswer } from '@skein/kernel';
import { useSession } from '../data/session.ts';

export interface WhoAnswers {
  /** Whom the question asks; empty: everybody who may answer. */
  readonly asks: string;
  /** Why this user may not answer; null if they may, or as long as that is not known. */
  readonly refusal: string | null;
}

export function useWhoAnswers({ who }: { readonly who: readonly string[] }): WhoAnswers {
  const { data: session } = useSession();
  const asks = who.map(answererText).join(', ');
  if (session === undefined) return { asks, refusal: null };
  if (!mayAnswer({ who }, session)) {
    return { asks, refusal: `You are ${session.user}: only ${asks} may answer.` };
  }
  if (hasScope(session.scopes, 'answer')) return { asks, refusal: null };
  return { asks, refusal: 'Your key does not permit answers: it lacks the scope "answer".' };
}
