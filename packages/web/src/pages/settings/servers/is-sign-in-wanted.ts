import { wantedSignIn } from '../../../text/wanted-sign-in.ts';
import type { Header } from './header-fields.tsx';

/** Whether a sign-in would help: with headers, a refusal is about the key in one of them. */
export function isSignInWanted(
  error: string | null | undefined,
  headers: readonly Header[],
): boolean {
  const wanted = wantedSignIn(error);
  return wanted === '' ? headers.length === 0 : wanted !== null;
}
