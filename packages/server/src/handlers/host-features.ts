import type { Engine } from '@skein/engine';
import type { ServerRecords } from '@skein/ports';
import { createEvaluator } from '../features/evaluations/evaluator.ts';
import type { HostAssistant } from '../host/assistant.ts';
import type { HostEvaluations } from '../host/evaluations.ts';
import { noThreads, type HostThreads } from '../host/threads.ts';
import type { Services } from './services.ts';

/** What a host may offer beside an engine. */
export interface HostFeatures {
  /** Conversations with agents of the host's code; default: it has none. */
  readonly threads?: HostThreads;
  /** How results of evaluations are scored; default: there are no evaluations. */
  readonly evaluations?: HostEvaluations;
  /** The assistant of the studio; default: there is none. */
  readonly assistant?: HostAssistant;
}

/** Whom callers can talk to, and how results are scored. */
export function hostFeatures(
  { threads = noThreads, assistant, evaluations: host }: HostFeatures,
  given: Pick<Services, 'clock' | 'closing' | 'onProblem'> & {
    readonly engine: Engine;
    readonly records: ServerRecords;
  },
): Pick<Services, 'threads' | 'assistant' | 'evaluator'> {
  return { threads, assistant, evaluator: createEvaluator({ host, ...given }) };
}
