import { freePort } from '@skein/testkit';
import { expect, it } from 'vitest';
import { faultOf } from '../src/features/connections/token-endpoint.ts';

it('[A3770] a service that cannot be reached for tokens says why in words', async () => {
  const error: unknown = await fetch(`http://127.0.0.1:${await freePort()}/token`).catch(
    (cause: unknown) => cause,
  );
  expect(faultOf(error)).toBe('it could not be asked: the host refused the connection');
});
