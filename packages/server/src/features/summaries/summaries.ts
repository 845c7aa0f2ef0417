// Summaries of steps
// What a step of a pipeline does, in a line for people: `generated_summary`.
// B1. They are made in the background, after a save. A save never waits for one, and never fails because of one.
// B2. Saves that follow each other quickly count as one. One summary is made at a time, and so many in an hour.
// B3. What was made is written only when the step still says what it was made from. Version and revision stay.
// B4. Nothing is only in memory: steps without a summary are found again at the next start.
import type { JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type Clock, type Store } from '@skein/ports';
import { stepsOf } from '../workflows/edit-pipeline.ts';
import { definitionOf } from '../workflows/workflow-answer.ts';
import { lacksSummary, saysTheSame, sourceOf, type SummarySource } from './summary-source.ts';

/** Makes a line about a step; may ask a model. */
export type Summarise = (source: SummarySource, signal: AbortSignal) => Promise<string>;

export interface Summaries {
  workflowChanged(changed: { readonly user: string; readonly workflow: string }): void;
  /** Of one that belongs to no pipeline. */
  stepChanged(changed: { readonly user: string; readonly step: string }): void;
  /** Looks for steps that have none (B4). */
  catchUp(): Promise<void>;
  /** Resolves when nothing is left to be done. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface SummariesOptions {
  readonly engine: Pick<Engine, 'workflows'>;
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly summarise: Summarise;
  /** Hears of what went wrong; nobody else does. */
  readonly onProblem: (error: unknown) => void;
  /** How long to wait for another save; default 500. */
  readonly delayMs?: number;
}

const waitingMax = 1000;
const callsInAnHourMax = 200;
const hourMs = 3_600_000;
const callMs = 30_000;
const lettersMax = 200;

export function createSummaries(options: SummariesOptions): Summaries {
  const { store, delayMs = 500 } = options;
  const work = new Map<string, () => Promise<void>>();
  const left = new AbortController();
  const calls = new Calls(options, left.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  function add(name: string, job: () => Promise<void>): void {
    if (left.signal.aborted || work.size >= waitingMax) return;
    work.delete(name);
    work.set(name, job);
    clearTimeout(timer);
    timer = setTimeout(() => void (running ??= drain()), delayMs);
    timer.unref();
  }

  async function drain(): Promise<void> {
    for (const [name, job] of work) {
      work.delete(name);
      if (left.signal.aborted) break;
      await job().catch((error: unknown) => {
        if (!left.signal.aborted) options.onProblem(error);
      });
    }
    running = null;
  }

  const workflowChanged: Summaries['workflowChanged'] = ({ user, workflow }) =>
    add(JSON.stringify(['workflow', user, workflow]), () =>
      fillWorkflow(options, calls, { user, workflow }),
    );
  const stepChanged: Summaries['stepChanged'] = ({ user, step }) =>
    add(JSON.stringify(['step', user, step]), () => fillStep(options, calls, { user, step }));

  return {
    workflowChanged,
    stepChanged,
    async catchUp() {
      let cursor: string | null = null;
      do {
        const more: { readonly cursor?: string } = cursor === null ? {} : { cursor };
        const page = await store.definitions.list({ dialect: 'pipeline', limit: 200, ...more });
        for (const record of page.items) {
          const isLacking = stepsOf(definitionOf(record)).some(lacksSummary);
          if (isLacking) workflowChanged({ user: record.user ?? '', workflow: record.id });
        }
        cursor = page.nextCursor;
      } while (cursor !== null && work.size < waitingMax);
    },
    async idle() {
      while (work.size > 0 || running !== null) {
        clearTimeout(timer);
        await (running ??= drain());
      }
    },
    async stop() {
      left.abort();
      clearTimeout(timer);
      work.clear();
      await running;
    },
  };
}

/** Counts what is asked (B2). */
class Calls {
  readonly #options: SummariesOptions;
  readonly #left: AbortSignal;
  #times: number[] = [];

  constructor(options: SummariesOptions, left: AbortSignal) {
    this.#options = options;
    this.#left = left;
  }

  /** Undefined when it must wait for another hour, or there is nothing to say. */
  async make(source: SummarySource): Promise<string | undefined> {
    const { clock, summarise } = this.#options;
    const now = clock.now();
    this.#times = this.#times.filter((at) => now - at < hourMs);
    if (this.#times.length >= callsInAnHourMax) return undefined;
    this.#times.push(now);
    const signal = AbortSignal.any([this.#left, AbortSignal.timeout(callMs)]);
    const [line = ''] = (await summarise(source, signal)).trim().split(/\r?\n/);
    return line === '' ? undefined : line.slice(0, lettersMax);
  }
}

async function fillWorkflow(
  { engine, store }: SummariesOptions,
  calls: Calls,
  { user, workflow }: { readonly user: string; readonly workflow: string },
): Promise<void> {
  const owner = user === '' ? {} : { user };
  const read = () => store.definitions.newest(workflow, owner.user);
  const first = await read();
  if (first?.dialect !== 'pipeline') return;
  for (const step of stepsOf(definitionOf(first)).filter(lacksSummary)) {
    const made = await calls.make(sourceOf(step));
    const found = made === undefined ? undefined : await read();
    if (made === undefined || found?.dialect !== 'pipeline') continue;
    const definition = withSummary(definitionOf(found), step, made);
    if (definition === null) continue;
    await engine.workflows
      .save(definition, {
        id: workflow,
        ...owner,
        dialect: 'pipeline',
        isDraft: true,
        keepsRevision: true,
        expected: found.revision,
        ...(found.studio === undefined ? {} : { studio: found.studio }),
      })
      // Somebody has saved it meanwhile, and that save has its own turn.
      .catch(ignoreConflict);
  }
}

/** Null when the step is gone, or says something else now (B3). */
function withSummary(definition: JsonObject, step: JsonObject, made: string): JsonObject | null {
  const steps = stepsOf(definition);
  const place = steps.findIndex(
    (each) => each['uuid'] === step['uuid'] && lacksSummary(each) && saysTheSame(each, step),
  );
  if (place === -1) return null;
  return { ...definition, steps: steps.with(place, { ...steps[place], generated_summary: made }) };
}

async function fillStep(
  { store, clock }: SummariesOptions,
  calls: Calls,
  { user, step: id }: { readonly user: string; readonly step: string },
): Promise<void> {
  const step = await store.steps.get(id, user);
  if (step === undefined || !lacksSummary({ ...step.details, type: step.type })) return;
  const made = await calls.make(sourceOf(step.details));
  const found = made === undefined ? undefined : await store.steps.get(id, user);
  if (made === undefined || found === undefined) return;
  if (!saysTheSame(found.details, step.details)) return;
  const details = { ...found.details, generated_summary: made };
  await store.steps.put({ ...found, details, updatedAt: clock.now() });
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof EngineError) || error.code !== 'VERSION_CONFLICT') throw error;
}
