// The hook of a host after each activation, made of the rows of its runs.
// S1. It is called outside of the driver, and nobody waits for it: what it throws, now or later, is only reported.
import type { Derived, Failure, RunEvent, RunId, Usage } from '@skein/kernel';
import { withoutUndefined, type ObservedRun, type OnStep } from '@skein/ports';
import type { RunHearer } from './guarded-observer.ts';

interface BegunStep {
  readonly startedAt: number;
  attempts: number;
  usage: Usage;
}

type Steps = Map<string, BegunStep>;

export function stepHearer(onStep: OnStep, onProblem: (error: unknown) => void): RunHearer {
  const runs = new Map<RunId, Steps>();
  const stepsOf = (run: RunId): Steps => {
    const steps = runs.get(run) ?? new Map();
    runs.set(run, steps);
    return steps;
  };
  return {
    rows(run, rows, derived) {
      const steps = stepsOf(run.id);
      rows.forEach((row, i) => {
        addUsage(steps, row);
        for (const fact of derived[i] ?? []) {
          const end = followFact(steps, fact, row.at);
          if (end !== null) queueMicrotask(() => void tell(onStep, stepEnd(run, end), onProblem));
        }
      });
    },
    resumed(run, { activations }) {
      const steps = stepsOf(run.id);
      for (const { startedAt, ...name } of activations) begin(steps, name, startedAt);
    },
    left: (run) => void runs.delete(run),
  };
}

async function tell(
  onStep: OnStep,
  step: Parameters<OnStep>[0],
  onProblem: (error: unknown) => void,
): Promise<void> {
  try {
    await onStep(step);
  } catch (error) {
    onProblem(error);
  }
}

interface EndedStep extends Pick<BegunStep, 'attempts' | 'usage'> {
  readonly node: StepName['node'];
  readonly activation: number;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly durationMs: number;
  readonly failure?: Failure;
}

function stepEnd(
  { id, origin, graph }: ObservedRun,
  { failure, ...end }: EndedStep,
): Parameters<OnStep>[0] {
  const { workflow, root, user } = origin;
  const error = failure && { code: failure.code, message: failure.message };
  const type = graph.nodeById.get(end.node)?.type ?? 'unknown';
  return { run: id, workflow, type, ...end, ...withoutUndefined({ root, user, error }) };
}

type StepName = Pick<Extract<Derived, { type: 'activation.started' }>, 'node' | 'activation'>;

function begin(steps: Steps, { node, activation }: StepName, startedAt: number): BegunStep {
  const key = `${activation}:${node}`;
  const begun = steps.get(key) ?? { startedAt, attempts: 1, usage: {} };
  steps.set(key, begun);
  return begun;
}

/** What it says of the end of a step; null where none ends. */
function followFact(steps: Steps, fact: Derived, at: number): EndedStep | null {
  if (fact.type === 'activation.started') begin(steps, fact, at).attempts = fact.attempt;
  if (fact.type === 'activation.completed') return end(steps, fact, { status: 'completed', at });
  if (fact.type === 'activation.cancelled') return end(steps, fact, { status: 'cancelled', at });
  if (fact.type !== 'activation.failed') return null;
  return { ...end(steps, fact, { status: 'failed', at }), failure: fact.failure };
}

function end(
  steps: Steps,
  name: StepName,
  { status, at }: { readonly status: EndedStep['status']; readonly at: number },
): EndedStep {
  const { node, activation } = name;
  const { startedAt, attempts, usage } = begin(steps, name, at);
  steps.delete(`${activation}:${node}`);
  return { node, activation, attempts, status, durationMs: at - startedAt, usage };
}

/** What a child spent is told with the steps of the child. */
function addUsage(steps: Steps, row: RunEvent): void {
  if (!('usage' in row) || row.usage === undefined || row.type === 'child.finished') return;
  if (!('node' in row) || !('activation' in row)) return;
  const { node, activation } = row;
  if (node === undefined || activation === undefined) return;
  const begun = begin(steps, { node, activation }, row.at);
  begun.usage = sumOf(begun.usage, row.usage);
}

const fields = ['modelCalls', 'inputTokens', 'outputTokens', 'usd'] as const;

function sumOf(some: Usage, more: Usage): Usage {
  const sums = fields.map((field) => [field, (some[field] ?? 0) + (more[field] ?? 0)] as const);
  return Object.fromEntries(sums);
}
