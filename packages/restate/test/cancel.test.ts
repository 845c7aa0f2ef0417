// Goal: a cancel ends a run on Restate once, wherever the run is, and nothing starts after it. Method: W-full is cancelled at a sample
// of its points.
import { openStore } from '@skein/stores';
import {
  cancelPoints,
  doorsOf,
  freshPostgres,
  hostedFull,
  neededServer,
  startLedger,
} from '@skein/testkit';
import { expect, it } from 'vitest';

it('C11 [RS6] at a sample of the points of W-full: one end, nothing begins afterwards', async () => {
  const ledger = await startLedger();
  const database = await freshPostgres(await neededServer('postgres'));
  const doors = doorsOf(await neededServer('restate'));
  const open = () => openStore(database.url);
  // Of its own, so that no play closes it.
  const store = await open();
  const openEngine = hostedFull(doors, store);
  const { wrong, statuses, late } = await cancelPoints({
    ledger,
    durable: {},
    open,
    every: 9,
    openEngine,
  });
  expect(wrong).toEqual([]);
  expect(statuses.get('cancelled')).toBeGreaterThan(9);
  // The one that is not cancelled, and those whose end was faster than the request on its way to Restate.
  expect(statuses.get('completed')).toBe(1 + late);
  await store.close();
  await database.drop();
  await ledger.close();
});
