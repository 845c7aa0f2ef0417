import { expect, it } from 'vitest';
import { isSignInWanted } from '../../src/pages/settings/servers/is-sign-in-wanted.ts';
import { wantedSignIn } from '../../src/text/wanted-sign-in.ts';

it('[W3943] a server that only wants a sign-in is told from one that fails, or refuses a key', () => {
  const unknown =
    'The MCP server "crm" failed: Version negotiation failed: the server requires authorization (HTTP 401).';
  const missing = 'The connection "crm" needs a sign-in: nobody has signed in yet.';
  const down = 'The MCP server "crm" failed: fetch failed';
  expect([unknown, missing, down, null].map(wantedSignIn)).toEqual(['', 'crm', null, null]);
  const header = [{ name: 'authorization', value: 'Bearer x' }];
  expect([unknown, missing, down].map((error) => isSignInWanted(error, []))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isSignInWanted(unknown, header)).toBe(false);
});
