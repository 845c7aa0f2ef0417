// npm run soak
//   --minutes N   how long (default 60)
//   --seed S      of the kills (default 1)
// W-full on one SQLite file with random kills and retention; memory, descriptors and files must stay flat.
import process from 'node:process';
import { soak } from '../soak/soak.ts';
import type { SoakReport } from '../soak/soak-host.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(import.meta.filename, {
  minutes: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
});

let reportedAt = 0;
const result = await soak({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  atOnce: 10,
  paceMs: 500,
  keptMs: 10_000,
  killMs: [5000, 25_000],
  onReport(report, kills) {
    if (Date.now() < reportedAt + 30_000) return;
    reportedAt = Date.now();
    process.stdout.write(`${kills} kills: ${describe(report)}\n`);
  },
});

/** How much more the second half may use than the first: a little, because of randomness. */
const slack = 1.25;
const { early, late, wrong } = result;
const grown = (['rssBytes', 'descriptors', 'walBytes', 'fileBytes'] as const).filter(
  (name) => late[name] > early[name] * slack,
);
process.stdout.write(
  `${result.kills} kills, ${result.ended} runs thrown away, ${result.effects} effects, ${wrong.length} wrong, 0 is wanted\n` +
    `first half: ${describe(early)}\nlast half:  ${describe(late)}\n` +
    `${grown.length === 0 ? 'Nothing has grown.' : `Grown: ${grown.join(', ')}.`}\n`,
);
for (const text of wrong) process.stdout.write(`  ${text}\n`);
process.exitCode = wrong.length === 0 && grown.length === 0 ? 0 : 1;

function describe({ rssBytes, descriptors, walBytes, fileBytes }: SoakReport): string {
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  return `memory ${mb(rssBytes)}, ${descriptors} descriptors, WAL ${mb(walBytes)}, file ${mb(fileBytes)}`;
}
