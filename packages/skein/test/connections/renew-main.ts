// A process that wants a token several times at once, and says what it got.
import process from 'node:process';
import { createConnections, sealer } from '@skein/server';
import { openStore } from '@skein/stores';

const [, , place = '', key = ''] = process.argv;
const store = await openStore(place);
const connections = createConnections({
  store,
  sealer: sealer(Buffer.from(key, 'base64')),
  clock: Date,
  place: () => '',
});
process.send?.('ready');
process.once('message', () => {
  const wanted = Array.from({ length: 4 }, () => connections.access('crm', { user: 'ann' }));
  void Promise.all(wanted).then(async (got) => {
    process.send?.(got);
    await store.close();
    process.disconnect();
  });
});
