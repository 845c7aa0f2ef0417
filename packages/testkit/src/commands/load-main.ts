// npm run load
// Long, wide and heavy runs at their full size, and a server under load, compared with their limits. Times of runs are CPU
// time; those of the server are wall-clock time, so nothing else should run on the machine.
import process from 'node:process';
import { deafReaders } from '../load/deaf-readers.ts';
import { floodByOne, runsOverHttp } from '../load/http-load.ts';
import { heavyValue, largeGraph, longConversation, longLoop, wideMap } from '../load/load-cases.ts';
import { readOptions } from './read-options.ts';

readOptions(import.meta.filename, {});

let broken = 0;

const short = await longLoop(1000);
const long = await longLoop(10_000);
limit('L4 step 9,900 beside step 100', long.lateMs / long.earlyMs, 2, 'times');
limit('L4 bytes of 10,000 steps beside 1,000', long.bytes / short.bytes, 11, 'times');
limit('L4 resume after 10,000 steps', long.resumeMs, 2000, 'ms');
const few = await longConversation(50);
const many = await longConversation(500);
limit('L4 turn 460 beside turn 40 of an agent', many.lateMs / many.earlyMs, 2, 'times');
limit('L4 bytes of 500 turns beside 50', many.bytes / few.bytes, 11, 'times');
limit('L4 resume after 500 turns', many.resumeMs, 2000, 'ms');
const wide = await wideMap(10_000, 20);
limit('L3 children at once in a map of 10,000 (20 allowed)', wide.most, 20, '');
limit('L3 memory that it takes', wide.grownBytes / 2 ** 20, 300, 'MB');
limit('L3 a map of 1,000,000 is refused', await refusal(), 0, 'items begun');
limit('L5 10 MB through 10 steps', (await heavyValue(10_000_000, 10)) / 2 ** 20, 20, 'MB');
limit('L6 a chain of 100,000 nodes', (await largeGraph('chain', 100_000)) / 1000, 30, 's');
limit('L6 a graph 100,000 nodes wide', (await largeGraph('wide', 100_000)) / 1000, 30, 's');
const crowd = await runsOverHttp({ runs: 1000, steps: 10, modelMs: 50 });
limit('L1 errors in 1,000 runs of 10 model calls over HTTP', crowd.errors, 0, '');
limit('L1 memory of the server', crowd.rssMb, 600, 'MB');
limit('L1 lag of its event loop, 99th percentile', crowd.lagMs, 100, 'ms');
const beyond = await runsOverHttp({ runs: 1000, steps: 2, modelMs: 50, limits: { queued: 100 } });
limit('L1 errors when only 100 may wait', beyond.errors, 0, `(${beyond.refused} refused with 429)`);
const deaf = await deafReaders({ readers: 20, rounds: 80 });
limit('L7 memory for 20 readers who never read', deaf.grownMb, 64, 'MB');
limit('L7 events that the one who reads did not get', deaf.lost, 0, '');
const flood = await floodByOne({ rounds: 10, connections: 32 });
limit(
  'T7 requests of others that were refused',
  flood.othersRefused,
  0,
  `(${flood.refused} of the flood)`,
);
limit('T7 others beside a flood', flood.floodedP95Ms / flood.aloneP95Ms, 2, 'times, p95');
process.stdout.write(broken === 0 ? 'All limits are kept.\n' : `${broken} limits are not kept.\n`);
process.exitCode = broken === 0 ? 0 : 1;

function limit(what: string, found: number, most: number, unit: string): void {
  const isKept = found <= most;
  if (!isKept) broken += 1;
  const told = `${found.toFixed(2)} ${unit}, at most ${most}`.replaceAll('  ', ' ');
  process.stdout.write(`${isKept ? 'ok    ' : 'BROKEN'} ${what}: ${told}\n`);
}

/** How many items were started before it was refused. */
async function refusal(): Promise<number> {
  try {
    return (await wideMap(1_000_000, 20)).most;
  } catch (error) {
    process.stdout.write(`       ${error instanceof Error ? error.message : String(error)}\n`);
    return 0;
  }
}
