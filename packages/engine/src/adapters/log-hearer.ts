// What a logger is told of runs.
// G1. Ids, codes and numbers. No message of a failure, no input, no output: a function may have put anything into those.
import type { Derived, RunEvent } from '@skein/kernel';
import { withoutUndefined, type Logger, type LogFields, type ObservedRun } from '@skein/ports';
import type { RunHearer } from './guarded-observer.ts';

export function logHearer(logger: Logger): RunHearer {
  /** The code of the failure that nothing handled, by run. */
  const failures = new Map<string, string>();
  return {
    rows(run, rows, derived) {
      const about = fieldsOf(run);
      rows.forEach((row, i) => {
        logRow(logger, about, row);
        for (const fact of derived[i] ?? []) {
          if (fact.type === 'activation.failed' && !fact.handled) {
            failures.set(run.id, fact.failure.code);
          }
          const ended = fact.type === 'run.status' ? failures.get(run.id) : undefined;
          // Made when it is told: most facts are steps that went well.
          logFact(logger, () => ({ ...about, ...withoutUndefined({ code: ended }) }), fact);
        }
      });
    },
    resumed(run, { activations, waits }) {
      const open = { activations: activations.length, waits: waits.length };
      logger.debug({ ...fieldsOf(run), ...open }, 'A stored run is continued.');
    },
    left: (run) => void failures.delete(run),
  };
}

function fieldsOf({ id, origin }: ObservedRun): LogFields {
  const { workflow, root } = origin;
  return { run: id, workflow: workflow.id, ...withoutUndefined({ root }) };
}

function logRow(logger: Logger, about: LogFields, row: RunEvent): void {
  if (row.type === 'run.started') logger.debug(about, 'A run has started.');
  if (row.type === 'wait.answered')
    logger.debug({ ...about, wait: row.wait }, 'A wait was answered.');
  if (row.type === 'wait.expired') logger.info({ ...about, wait: row.wait }, 'A wait has expired.');
}

function logFact(logger: Logger, about: () => LogFields, fact: Derived): void {
  if (fact.type === 'run.status') logStatus(logger, { ...about(), status: fact.status });
  if (fact.type === 'activation.retrying') {
    const { node, activation, attempt, failure, at } = fact;
    const retry = { node, activation, attempt, code: failure.code, at };
    logger.warn({ ...about(), ...retry }, 'A node has failed and is tried again.');
  }
  if (fact.type === 'activation.failed') {
    const { node, activation, failure, handled } = fact;
    const failed = { node, activation, code: failure.code, handled };
    logger.warn({ ...about(), ...failed }, 'A node has failed.');
  }
  if (fact.type === 'wait.opened') {
    const { node, activation, wait, question } = fact;
    logger.debug({ ...about(), node, activation, wait, kind: question.kind }, 'A run waits.');
  }
  if (fact.type === 'limit.reached') {
    logger.warn({ ...about(), limit: fact.limit }, 'A run has reached a limit.');
  }
}

function logStatus(logger: Logger, about: LogFields & { readonly status: string }): void {
  const { status, code: _, ...ended } = about;
  if (status === 'failed' || status === 'stalled') logger.error(about, 'A run has failed.');
  if (status === 'completed' || status === 'stopped' || status === 'cancelled')
    logger.info({ ...ended, status }, 'A run has ended.');
}
