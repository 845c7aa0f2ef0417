// npm run cluster
//   --runs N   how many runs (default 200)
// Servers and workers on Restate that are killed and replaced under load. Prints the table of docs/scale.md, and exits with 1 if
// anything was lost, wrong or repeated. Ending it ends everything that it has started.
import process from 'node:process';
import { stepsCount } from '../cluster/chain-work.ts';
import { clusterCampaign } from '../cluster/cluster-campaign.ts';
import { readOptions } from './read-options.ts';

const { runs } = readOptions(import.meta.filename, { runs: { type: 'string', default: '200' } });
const told = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => told.abort());
const say = (what: string) => process.stderr.write(`${what}\n`);
const report = await clusterCampaign(Number(runs), say, told.signal).catch((error: unknown) => {
  say(told.signal.aborted ? 'Stopped.' : String(error));
  process.exit(1);
});
const { lost, wrong, repeated, unknown, stallMs, totalMs } = report;
const calls = (report.runs * stepsCount).toLocaleString('en');
for (const [what, figure] of [
  ['', ''],
  ['---', '---'],
  ['runs lost', `${lost} of ${report.runs}`],
  ['runs that ended wrong', wrong],
  ['calls made again although their result was recorded', `${repeated} of ${calls}`],
  ['calls made again because nobody could know their result', unknown],
  ['longest time without any new row', `${(stallMs / 1000).toFixed(1)} s`],
  ['altogether', `${(totalMs / 1000).toFixed(0)} s`],
]) {
  process.stdout.write(`| ${what} | ${figure} |\n`);
}
process.exit(lost + wrong + repeated === 0 ? 0 : 1);
