import { openStore } from '@skein/stores';
import { freshPostgres, storeContract, testServer } from '@skein/testkit';
import { afterAll } from 'vitest';

const server = await testServer('postgres');
const database = 'url' in server ? await freshPostgres(server.url) : undefined;
afterAll(() => database?.drop());

storeContract('postgres', {
  async open() {
    await database?.empty();
    return openStore(database?.url ?? '');
  },
  again: { how: 'beside', open: () => openStore(database?.url ?? '') },
  ...('missing' in server ? server : {}),
});
