// A service that users have accounts at, and their browsers.
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

export interface OauthService {
  readonly url: string;
  readonly host: string;
  seen(): Promise<SeenByService>;
  /** How long tokens are good for from now on. */
  setSeconds(seconds: number): Promise<void>;
  /** Takes no token that it has given so far; they can be renewed. */
  refuseTokens(): Promise<void>;
  /** Its MCP server wants the scope `more` from now on. */
  wantMore(): Promise<void>;
  /** Ends every sign-in, as a person does in the settings of an account. */
  endSignIns(): Promise<void>;
  close(): void;
}

export interface SeenByService {
  /** Requests to the API, by the account that the token belongs to. */
  readonly asked: string[];
  /** Every token that was given out. */
  readonly tokens: string[];
  /** Clients that have registered themselves. */
  readonly clients: string[];
  /** How often tokens were renewed, and how often that was refused. */
  granted: number;
  refused: number;
}

export const clientId = 'skein-client';
export const clientSecret = 'canary-client-secret-7d1f';

/** Its libraries make code from strings, which tests must not: it has a process of its own. */
export async function startOauthService(callback: string): Promise<OauthService> {
  const main = fileURLToPath(new URL('oauth-service-main.ts', import.meta.url));
  const child = fork(main, [callback], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const url = await new Promise<string>((done, fail) => {
    // The address is all that it says.
    child.once('message', (said) => done(said as string));
    child.once('exit', (code) => fail(new Error(`The OAuth server ended with ${code}.`)));
  });
  const control = async (query = '') => {
    const response = await fetch(`${url}/control?${query}`);
    return (await response.json()) as SeenByService;
  };
  return {
    url,
    host: new URL(url).host,
    seen: () => control(),
    setSeconds: async (seconds) => void (await control(`tokenSeconds=${seconds}`)),
    refuseTokens: async () => void (await control('refuse')),
    wantMore: async () => void (await control('more')),
    endSignIns: async () => void (await control('end')),
    close: () => void child.kill(),
  };
}

/** A browser: follows addresses with its cookies, signs in as this account and agrees. Ends where the service sends it back to. */
export async function visit(start: string, account: string, until: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: string | undefined;
  for (let i = 0; i < 20; i++) {
    if (url.startsWith(until)) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const html = await response.text();
    if (location !== null) {
      url = new URL(location, url).href;
      form = undefined;
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`${response.status} at ${url}: ${html.slice(0, 500)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, login: account, password: 'x' }).toString();
  }
  throw new Error(`No end in sight at ${url}.`);
}

/** Without a server of ours: the whole flow, as its client makes it. */
export async function signInByHand(service: string, callback: string, account: string) {
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'api',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await visit(`${service}/auth?${asked.toString()}`, account, callback);
  const response = await fetch(`${service}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(back).searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const given = (await response.json()) as { access_token: string; refresh_token: string };
  return { accessToken: given.access_token, refreshToken: given.refresh_token };
}
