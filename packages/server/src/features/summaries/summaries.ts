// Summaries of steps
// What a pipeline step does, in a line for people: `generated_summary`.
// B1. They are made in the background, after a save. A save never waits for one, and never fails because of one.
// B2. Saves in quick succession count as one. Summaries are made one at a time, and only so many an hour.
// B3. A summary is written only if the step still has the prompt and tools that it was made from. Version and revision stay.
// B4. Nothing is only in memory: steps without a summary are found again at the next start.
import {
  isObject,
  stepsOf,
  type Json,
  type JsonObject,
  type PlainOr,
  type WorkflowId,
} from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type Clock, type StepStore } from '@skein/ports';
import { everyItem } from '../../values/every-item.ts';
import { orNull } from '../../values/or-null.ts';
import { lacksSummary, saysTheSame, sourceOf, type SummarySource } from './summary-source.ts';

/** Sums a step up in a line; may call a model. */
export type Summarise = (source: SummarySource, signal: AbortSignal) => Promise<string>;

export interface Summaries {
  workflowChanged(changed: { readonly user: string; readonly workflow: PlainOr<WorkflowId> }): void;
  /** For a step that is not part of a pipeline. */
  stepChanged(changed: { readonly user: string; readonly step: string }): void;
  /** Queues all steps without a summary (B4). */
  catchUp(): Promise<void>;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface SummariesOptions {
  readonly engine: Pick<Engine, 'workflows'>;
  readonly steps: StepStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly summarise: Summarise;
  /** Called with every failure; they are reported nowhere else. */
  readonly onProblem: (error: unknown) => void;
  /** How long to wait for another save (B2); default 500. */
  readonly delayMs?: number;
}

const waitingMax = 1000;
const callsInAnHourMax = 200;
const hourMs = 3_600_000;
const callMs = 30_000;
const lettersMax = 200;

export function createSummaries(options: SummariesOptions): Summaries {
  const { engine, delayMs = 500 } = options;
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
      const pipelines = everyItem((page) =>
        engine.workflows.list({ ...page, dialect: 'pipeline' }),
      );
      for await (const { id, user = '', definition } of pipelines) {
        if (work.size >= waitingMax) break;
        if (stepsOf(definition).some(lacksSummary)) workflowChanged({ user, workflow: id });
      }
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

/** Limits the calls (B2). */
class Calls {
  readonly #options: SummariesOptions;
  readonly #left: AbortSignal;
  #times: number[] = [];

  constructor(options: SummariesOptions, left: AbortSignal) {
    this.#options = options;
    this.#left = left;
  }

  /** Undefined when the hour's calls are used up, or nothing came back. */
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
  { engine: { workflows } }: SummariesOptions,
  calls: Calls,
  { user, workflow }: { readonly user: string; readonly workflow: PlainOr<WorkflowId> },
): Promise<void> {
  const owner = user === '' ? {} : { user };
  const read = () => orNull(() => workflows.newest(workflow, owner.user));
  const first = await read();
  if (first?.dialect !== 'pipeline') return;
  for (const step of stepsOf(first.definition).filter(lacksSummary)) {
    const made = await calls.make(sourceOf(step));
    const found = made === undefined ? null : await read();
    if (made === undefined || found?.dialect !== 'pipeline') continue;
    const definition = withSummary(found.definition, step, made);
    if (definition === null) continue;
    await workflows
      .save(definition, {
        id: workflow,
        ...owner,
        dialect: 'pipeline',
        isDraft: true,
        keepsRevision: true,
        expected: found.revision,
        ...(found.studio === undefined ? {} : { studio: found.studio }),
      })
      // It was saved in the meantime, and that save queues its own summary.
      .catch(ignoreConflict);
  }
}

/** Null when the step is gone or has changed (B3). */
function withSummary(definition: Json, step: JsonObject, made: string): JsonObject | null {
  const steps = stepsOf(definition);
  const found = steps.find(
    (each) => each['uuid'] === step['uuid'] && lacksSummary(each) && saysTheSame(each, step),
  );
  if (found === undefined || !isObject(definition)) return null;
  const summed = { ...found, generated_summary: made };
  return { ...definition, steps: steps.map((each) => (each === found ? summed : each)) };
}

async function fillStep(
  { steps, clock }: SummariesOptions,
  calls: Calls,
  { user, step: id }: { readonly user: string; readonly step: string },
): Promise<void> {
  const step = await steps.get(id, user);
  if (step === undefined || !lacksSummary({ ...step.details, type: step.type })) return;
  const made = await calls.make(sourceOf(step.details));
  const found = made === undefined ? undefined : await steps.get(id, user);
  if (made === undefined || found === undefined) return;
  if (!saysTheSame(found.details, step.details)) return;
  const details = { ...found.details, generated_summary: made };
  await steps.put({ ...found, details, updatedAt: clock.now() });
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof EngineError) || error.code !== 'VERSION_CONFLICT') throw error;
}
