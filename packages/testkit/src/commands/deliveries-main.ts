// npm run deliveries
//   --runs N    each tells four things (default 2500: 10,000 messages)
//   --kills N   how often the server is killed and the receiver restarts (default 10)
// Messages of a real server to a receiver that fails, hangs, restarts and refuses for ever; docs/server.md has the figures.
import process from 'node:process';
import { deliveryCampaign } from '../deliveries/delivery-campaign.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(import.meta.filename, {
  runs: { type: 'string', default: '2500' },
  kills: { type: 'string', default: '10' },
});

const report = await deliveryCampaign({
  runs: Number(values.runs),
  kills: Number(values.kills),
  faults: { failEvery: 20, hangEvery: 1500, refuseEvery: 53 },
});
const { messages, repeated, kills, counts, dead, seconds, wrong } = report;
for (const text of wrong.slice(0, 20)) process.stdout.write(`${text}\n`);
process.stdout.write(
  `${messages} messages in ${Math.round(seconds)} s; the server was killed ${kills} times, the receiver restarted ${counts.restarts} times, ` +
    `failed ${counts.failed} times and hung ${counts.hung} times; ${repeated} came again under their ids, ` +
    `${dead} were given up and replayed; ${wrong.length} wrong, 0 are wanted\n`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
