// A campaign of faults
// Every call of every method fails in every way, one after the other; then calls fail at random, one of a hundred.
import { seededRandom } from '@skein/simulation';
import type { StoreCall, StoreFault } from './broken-store.ts';
import { countCalls, playWithFaults, type FaultyPlays } from './play-faults.ts';

export interface FaultCampaign {
  /** Every n-th call of a method; default 1. */
  readonly every?: number;
  /** Runs with random faults. */
  readonly seeds: number;
  readonly onPlay?: (name: string, wrong: readonly string[]) => void;
}

export interface CampaignResult {
  readonly plays: number;
  readonly methods: readonly string[];
  /** Faults that were really injected. */
  readonly faults: number;
  readonly wrong: readonly string[];
}

const kinds = ['before', 'after', 'timeout'] as const;
const chance = 0.01;

export async function faultCampaign(
  options: FaultyPlays,
  { every = 1, seeds, onPlay }: FaultCampaign,
): Promise<CampaignResult> {
  const { played: expected, calls } = await countCalls(options);
  const wrong: string[] = [];
  let plays = 0;
  let faults = 0;
  const play = async (name: string, faultOf: (call: StoreCall) => StoreFault) => {
    plays += 1;
    const found = await playWithFaults(options, expected, (call) => {
      const fault = faultOf(call);
      if (fault !== 'none') faults += 1;
      return fault;
    });
    wrong.push(...found.map((text) => `${name}: ${text}`));
    onPlay?.(name, found);
  };
  if (expected.status !== 'completed') wrong.push(`Undisturbed it is ${expected.status}.`);
  for (const { method, n, kind } of placesOf(calls, every)) {
    await play(`call ${n} of ${method} fails (${kind})`, (call) =>
      call.method === method && call.n === n ? kind : 'none',
    );
  }
  for (let seed = 1; seed <= seeds; seed++) await play(`seed ${seed}`, atRandom(seed));
  return { plays, methods: [...calls.keys()], faults, wrong };
}

function* placesOf(calls: ReadonlyMap<string, number>, every: number) {
  let place = 0;
  for (const [method, count] of calls) {
    for (let n = 1; n <= count; n++) {
      for (const kind of kinds) {
        // Each kind of failure occurs, even where not every place is tried.
        if (place % every === 0) yield { method, n, kind };
        place += 1;
      }
    }
  }
}

function atRandom(seed: number): (call: StoreCall) => StoreFault {
  const random = seededRandom(seed);
  return () => (random.chance(chance) ? (random.pick(kinds) ?? 'none') : 'none');
}
