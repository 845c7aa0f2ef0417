// How a request signs in
// Credentials are not in the file: each becomes a connection that people sign in to, or a secret that someone fills in, under a name made of
// the credential's.
import type { Json } from '@skein/kernel';
import { signInBy } from '../context/accounts.ts';
import { secretFor } from '../context/conversion.ts';
import type { NodeContext } from '../context/node-context.ts';

export function authOf(context: NodeContext): { readonly [key: string]: Json } {
  const { choice, node, conversion, lose } = context;
  const kind = choice(['authentication'], 'none');
  if (kind === 'none') return {};
  const type =
    kind === 'genericCredentialType'
      ? choice(['genericAuthType'], 'httpHeaderAuth')
      : kind === 'predefinedCredentialType'
        ? choice(['nodeCredentialType'], '')
        : kind.replace(
            /^(header|basic|query|oAuth\d?|digest)Auth$/,
            (_, word: string) => `http${word[0]?.toUpperCase() ?? ''}${word.slice(1)}Auth`,
          );
  const credential = node.credentials.find((each) => each.type === type) ?? node.credentials[0];
  const name = credential?.name ?? (type === '' ? node.name : type);
  const account = signInBy(context, { type: credential?.type ?? type, name });
  if (account !== null) return account;
  const secret = secretFor(conversion, name);
  const { auth, words } = authWords(type, secret);
  lose({
    kind: 'credential',
    message: `"${node.name}" signs in with the credential "${name}"; put it in the secret ${secret}.${words}`,
    hint: `skein secrets set ${secret}`,
  });
  return { auth };
}

function authWords(type: string, secret: string): { readonly auth: Json; readonly words: string } {
  switch (type) {
    case 'httpHeaderAuth':
    case 'httpCustomAuth':
      return {
        auth: { header: { name: 'Authorization', secret } },
        words: ' The credential also names the header: "Authorization" is assumed.',
      };
    case 'httpQueryAuth':
      return {
        auth: { query: { name: 'api_key', secret } },
        words: ' The credential also names the part of the query: "api_key" is assumed.',
      };
    case 'httpBasicAuth':
    case 'httpDigestAuth':
      return {
        auth: { basic: { user: 'user', password: secret } },
        words: ' The credential also has the user name: write it in "auth.basic.user".',
      };
    case 'anthropicApi':
      return { auth: { header: { name: 'x-api-key', secret } }, words: '' };
    default:
      return { auth: { bearer: secret }, words: '' };
  }
}
