// Goal: why the models of a provider cannot be listed is said in words. Method: ports where nobody listens.
import { freePort } from '@skein/testkit';
import { expect, it } from 'vitest';
import { listProviderModels } from '../../src/models/providers/list-provider-models.ts';
import { failureOf } from '../fake-node-io.ts';

it('[A3770] a provider that cannot be reached says why, and what to check', async () => {
  const baseURL = `http://127.0.0.1:${await freePort()}/v1`;
  const settings = { providers: { local: { type: 'openai-compatible', baseURL } } } as const;
  expect(
    await failureOf(() => listProviderModels('local', settings, { environment: {} })),
  ).toMatchObject({
    code: 'MODEL_CALL_FAILED',
    message:
      'The models of "local" cannot be listed: it did not answer: the host 127.0.0.1 refused the connection. Check the address and the port, and that the service is running.',
  });
});
