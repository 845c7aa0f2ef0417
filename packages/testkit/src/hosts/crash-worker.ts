// Workers that die while they run W-full, seen from the test that has them killed. The run is on Restate: the process that started it
// and answers its questions stays, and the next worker continues by itself.
import { setTimeout as pause } from 'node:timers/promises';
import { createRestateEngine, type WorkerOptions } from '@skein/restate';
import type { Store } from '@skein/ports';
import type { CrashPlayer, HostEnd, HostOrder } from '../crash/crash-host.ts';
import { crashPoints, type Death } from '../crash/crash-points.ts';
import { fullOptions } from '../crash/full-world.ts';
import { playFull, type Played } from '../crash/play-full.ts';
import { ForkedProcess } from '../servers/forked-process.ts';
import { hostFile } from '../servers/host-file.ts';

type Place = Pick<WorkerOptions, 'ingressUrl' | 'namespace' | 'port' | 'closeMaxMs'>;

export type WorkerOrder =
  | {
      readonly do: 'work';
      readonly url: string;
      readonly ledger: string;
      readonly workflow: string;
      readonly death: Death | null;
      readonly place: Place;
    }
  | { readonly do: 'report' };

export interface WorkerReport extends Pick<Played, 'again' | 'complaints' | 'points'> {
  /** Appends that the store rejected. */
  readonly refused: number;
  /** External calls. */
  readonly inFlight: number;
}

/** What the workers of one lane have in common. */
export interface HostedField {
  readonly store: Store;
  readonly place: Place;
  /** Registers the workers' address with Restate. */
  readonly register: () => Promise<unknown>;
  /** By workflow, the plays that have started. */
  readonly plays: Map<string, Promise<Played>>;
  /** Whether a person can see what has happened; default: always. */
  readonly canLook?: () => boolean;
}

/** Only what hangs is polled more often, however busy the machine is. */
const looksMax = 36_000;
const endMaxMs = 10_000;

export class CrashWorker implements CrashPlayer {
  readonly process = new ForkedProcess<WorkerOrder, WorkerReport>(
    hostFile('packages/testkit/src/hosts/crash-worker-main.ts'),
  );
  readonly #field: HostedField;

  constructor(field: HostedField) {
    this.#field = field;
  }

  async play(order: HostOrder): Promise<HostEnd> {
    const { plays } = this.#field;
    await this.work(order);
    const playing = plays.get(order.workflow) ?? this.#begin(order);
    plays.set(order.workflow, playing);
    const first = await Promise.race([playing, this.process.ended]);
    const report = 'output' in first ? await this.#report() : null;
    if (report === null)
      return { type: 'died', ...(await this.process.ended), said: this.process.said };
    plays.delete(order.workflow);
    const { again, complaints, points } = report;
    const ended = await playing;
    const all = [...ended.complaints, ...complaints];
    return { type: 'played', played: { ...ended, again, points, complaints: all } };
  }

  /** Null when it ends instead: the signal may arrive with the last row of the run. */
  async #report(): Promise<WorkerReport | null> {
    try {
      return await this.process.ask({ do: 'report' });
    } catch (error) {
      // Its channel closes a moment before it ends.
      const end = await Promise.race([this.process.ended, pause(endMaxMs, null, { ref: false })]);
      if (end === null) throw error;
      return null;
    }
  }

  /** Receives Restate's calls from now on. */
  async work({ url, ledger, workflow, death }: HostOrder): Promise<void> {
    const { place, register } = this.#field;
    await this.process.ask({ do: 'work', url, ledger, workflow, death, place });
    await register();
  }

  close(): void {
    this.process.child.kill('SIGKILL');
  }

  /** A failed play counts as a wrong end: others continue. */
  #begin(order: HostOrder): Promise<Played> {
    return this.#playFull(order).catch((error: unknown) => ({
      status: 'unknown',
      output: null,
      points: [],
      again: [],
      complaints: [String(error)],
      asked: 0,
    }));
  }

  #playFull({ ledger, workflow, story, durable }: HostOrder): Promise<Played> {
    const { store, place, canLook } = this.#field;
    return playFull({
      ...(canLook === undefined ? {} : { canLook }),
      store,
      ledger,
      workflow,
      story,
      durable,
      looksMax,
      points: crashPoints(null),
      openEngine: (world) =>
        createRestateEngine({ ...place, engine: { ...fullOptions(world), store } }),
    });
  }
}
