// Goal: whoever the run belongs to signs in where n8n had an account; keys stay secrets.
import { describe, expect, it } from 'vitest';
import { configOf, convert, errorsOf, n8n, start, type BuiltNode } from './build-n8n.ts';

const mail = (name: string, credentials: object): BuiltNode => ({
  name,
  type: 'gmail',
  version: 2.1,
  parameters: { sendTo: 'a@example.org', subject: 'x', message: 'y' },
  more: { credentials: { ...credentials } },
});
const named = (name: string) => ({ id: '1', name });

describe('accounts', () => {
  it('[N2850] apps of Google share the connection google, a second credential of a type is another account', () => {
    const imported = convert(
      n8n(
        [
          start,
          mail('A', { gmailOAuth2: named('Ann') }),
          mail('B', { gmailOAuth2: named('Bob') }),
          {
            name: 'C',
            type: 'googleDrive',
            version: 3,
            parameters: { resource: 'folder', name: 'New' },
            more: { credentials: { googleDriveOAuth2Api: named('Any') } },
          },
          mail('D', { googleApi: named('Ann') }),
          mail('E', {}),
        ],
        ['Start>A', 'A>B', 'B>C', 'C>D', 'D>E'],
      ),
    );
    expect(errorsOf(imported)).toEqual([]);
    const auth = ['a', 'b', 'c', 'd'].map((id) => configOf(imported, `${id}_call`)['auth']);
    expect(auth).toEqual(
      ['google', 'google-2', 'google', 'google'].map((connection) => ({ connection })),
    );
    expect(imported.secrets).toEqual([]);
    expect(imported.losses.slice(0, 3).map(({ kind, hint }) => [kind, hint])).toEqual([
      [
        'credential',
        'skein connections set google --preset google --client-id ID --scope https://mail.google.com/',
      ],
      [
        'credential',
        'skein connections set google-2 --preset google --client-id ID --scope https://mail.google.com/',
      ],
      [
        'credential',
        'skein connections set google --preset google --client-id ID --scope https://www.googleapis.com/auth/drive',
      ],
    ]);
  });

  it.each([
    ['slackOAuth2Api', { connection: 'slack' }],
    ['microsoftOutlookOAuth2Api', { connection: 'microsoft' }],
    ['zoomOAuth2Api', { connection: 'zoom' }],
    ['oAuth2Api', { connection: 'shop-of-ann' }],
    ['slackApi', { bearer: 'SHOP_OF_ANN' }],
    ['httpBearerAuth', { bearer: 'SHOP_OF_ANN' }],
  ])('[N2850] a request with %s', (type, auth) => {
    const isGeneric = ['oAuth2Api', 'httpBearerAuth'].includes(type);
    const node: BuiltNode = {
      name: 'Ask',
      type: 'httpRequest',
      version: 4.2,
      parameters: {
        url: 'https://api.example.com',
        ...(isGeneric
          ? { authentication: 'genericCredentialType', genericAuthType: type }
          : { authentication: 'predefinedCredentialType', nodeCredentialType: type }),
      },
      more: { credentials: { [type]: named('Shop of Ann') } },
    };
    const imported = convert(n8n([start, node], ['Start>Ask']));
    expect(errorsOf(imported)).toEqual([]);
    expect(configOf(imported, 'ask_call')['auth']).toEqual(auth);
  });
});
