// A crash lane
// Kills W-full at one point after the other: a host runs until it dies there, the next one continues the run, and then
// starts the next scenario until it dies itself. So each scenario costs one process.
import { isDeepStrictEqual } from 'node:util';
import type { DurableOptions } from '@skein/engine';
import { repeatedEffects, type Ledger } from '../ledger/ledger.ts';
import { CrashHost, describeDeath, type CrashPlayer, type HostEnd } from './crash-host.ts';
import type { Death } from './crash-points.ts';
import type { FullStory } from './full-world.ts';
import type { Played } from './play-full.ts';

export interface LaneOptions {
  readonly ledger: Ledger;
  /** The store of a scenario; scenarios may share one. */
  readonly urlFor: (scenario: string) => string;
  readonly durable: DurableOptions;
  readonly story?: FullStory | undefined;
  /** The processes that die; default: each hosts an engine. */
  readonly openHost?: () => CrashPlayer;
}

export interface CrashResult {
  readonly death: Death;
  /** False when the run ended before the point was reached. */
  readonly hasDied: boolean;
  /** From the death to the end of the run, without the start of the next process. */
  readonly recoveredMs: number;
  /** Questions about guarded effects whose outcome was not known. */
  readonly asked: number;
  /** Effects and calls that were repeated although their result was recorded, and everything else that is wrong. */
  readonly wrong: readonly string[];
}

export class CrashLane {
  readonly #options: LaneOptions;
  readonly #openHost: () => CrashPlayer;
  #host: CrashPlayer | null = null;
  #spare: CrashPlayer | null = null;
  #scenarios = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#openHost = options.openHost ?? (() => new CrashHost());
  }

  /** The result when nobody dies. */
  async undisturbed(): Promise<Played> {
    const end = await this.#play(this.#nextScenario(), null);
    if (end.type !== 'played') throw new Error(`It died undisturbed. ${describeDeath(end)}`);
    this.#options.ledger.forget();
    return end.played;
  }

  async crash(death: Death, expected: Played): Promise<CrashResult> {
    const { ledger } = this.#options;
    ledger.forget();
    const scenario = this.#nextScenario();
    const first = await this.#play(scenario, death);
    const hasDied = first.type === 'died';
    const diedAt = performance.now();
    // Also a process that reached the end first: it may still reach the point while it closes, or receive the signal.
    this.#replaceHost();
    const second = hasDied ? await this.#play(scenario, null) : first;
    const wrong = [...unexpectedDeath(first, death)];
    if (second.type !== 'played') {
      wrong.push(`The second one died too. ${describeDeath(second)}`);
      return { ...failed(death), wrong };
    }
    const { played } = second;
    if (!isDeepStrictEqual(played.output, expected.output))
      wrong.push(`Another output: ${played.status} ${JSON.stringify(played.output)}`);
    wrong.push(...played.again.map((what) => `Made again although recorded: ${what}`));
    wrong.push(...played.complaints, ...repeatedEffects(ledger));
    const { asked } = played;
    return { death, hasDied, recoveredMs: performance.now() - diedAt, asked, wrong };
  }

  close(): void {
    this.#host?.close();
    this.#spare?.close();
  }

  #nextScenario(): string {
    this.#scenarios += 1;
    return `full-${this.#scenarios}`;
  }

  #play(workflow: string, death: Death | null) {
    const { ledger, urlFor, durable, story } = this.#options;
    this.#host ??= this.#openHost();
    this.#spare ??= this.#openHost();
    const place = { url: urlFor(workflow), ledger: ledger.url, workflow, story };
    return this.#host.play({ ...place, death, durable });
  }

  #replaceHost(): void {
    this.#host?.close();
    this.#host = this.#spare;
    this.#spare = this.#openHost();
  }
}

/** A caught signal ends the process cleanly, SIGKILL at once; every other exit is a finding of its own. */
function unexpectedDeath(end: HostEnd, { signal }: Death): readonly string[] {
  if (end.type === 'played') return [];
  const isRight = signal === 'SIGTERM' ? end.code === 0 : end.signal === signal;
  return isRight ? [] : [`${signal} was to end it. ${describeDeath(end)}`];
}

function failed(death: Death): Omit<CrashResult, 'wrong'> {
  return { death, hasDied: true, recoveredMs: 0, asked: 0 };
}
