// The campaign at a small size: `npm run deliveries` makes the large one.
import { expect, it } from 'vitest';
import { deliveryCampaign } from '../../src/deliveries/delivery-campaign.ts';

it('[X2301] every message of many runs arrives in their order, though the receiver fails and restarts and the server is killed; what was given up is replayed', async () => {
  const report = await deliveryCampaign({
    runs: 40,
    kills: 1,
    faults: { failEvery: 15, hangEvery: 0, refuseEvery: 5 },
  });
  expect(report.wrong).toEqual([]);
  expect(report.messages).toBe(160);
  expect(report.kills).toBe(1);
  expect(report.counts.failed).toBeGreaterThan(0);
  expect(report.dead).toBeGreaterThan(0);
});
