// The cookie of a sign-in at another service
// It says that a browser which comes back from there is the one that was sent there. Unlike that of a session it is sent along when
// another site leads here (SameSite=Lax): that is how the browser comes back. It gives access to nothing.

const cookieName = 'skein_sign_in';

export function signInCookie(
  value: string,
  { maxAgeMs, isSecure }: { readonly maxAgeMs: number; readonly isSecure: boolean },
): string {
  const seconds = Math.floor(maxAgeMs / 1000);
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

export function signInCookieOf(headers: Headers): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookieName && value !== undefined && value !== '') return value;
  }
  return undefined;
}
