import { openStore } from '@skein/stores';
import { freshMysql, storeContract, testServer } from '@skein/testkit';
import { afterAll } from 'vitest';

const server = await testServer('mysql');
const database = 'url' in server ? await freshMysql(server.url) : undefined;
afterAll(() => database?.drop());

storeContract('mysql', {
  async open() {
    await database?.empty();
    return openStore(database?.url ?? '');
  },
  again: { how: 'beside', open: () => openStore(database?.url ?? '') },
  ...('missing' in server ? server : {}),
});
