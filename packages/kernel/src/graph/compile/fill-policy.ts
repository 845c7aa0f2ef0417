import type { Workflow } from '../../definition.ts';
import type { GraphPolicy } from '../graph.ts';

/** Enough for every node to run ten times, and for small graphs with long loops. */
const STEPS_MIN = 10_000;
const STEPS_PER_NODE = 10;

export function fillPolicy({ policy = {}, nodes }: Workflow): GraphPolicy {
  return {
    schedule: policy.schedule ?? 'eager',
    maxSteps: policy.maxSteps ?? Math.max(STEPS_MIN, STEPS_PER_NODE * nodes.length),
    maxPasses: policy.maxPasses ?? null,
    maxRepeats: policy.maxRepeats ?? null,
    timeoutMs: policy.timeoutMs ?? null,
    window: policy.window ?? 5,
    concurrency: policy.concurrency ?? 16,
    whileWaiting: policy.whileWaiting ?? 'continue',
    toolCalls: policy.toolCalls ?? 'parallel',
    modelAnswers: policy.modelAnswers ?? 'others',
    modelRetryMs: policy.modelRetryMs ?? null,
    onError: policy.onError ?? 'fail',
    onUnresolved: policy.onUnresolved ?? 'fail',
    onceFailed: policy.onceFailed ?? 'run',
    inputIs: policy.inputIs ?? 'value',
    onLimit: policy.onLimit ?? 'fail',
    countsFrom: policy.countsFrom ?? 'start',
    limitNames: policy.limitNames ?? {},
    tree: {
      runs: policy.tree?.runs ?? null,
      open: policy.tree?.open ?? null,
      depth: policy.tree?.depth ?? null,
      bytes: policy.tree?.bytes ?? null,
    },
    budget: { tokens: policy.budget?.tokens ?? null, usd: policy.budget?.usd ?? null },
  };
}
