// The cluster test: npm run cluster [RUNS]. Ends with 1 unless nothing was lost, wrong or made again.
import process from 'node:process';
import { clusterCampaign } from './cluster-campaign.ts';

const [runs = '200'] = process.argv.slice(2);
const report = await clusterCampaign(Number(runs), (what) => process.stderr.write(`${what}\n`));
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exit(report.lost + report.wrong + report.repeated === 0 ? 0 : 1);
