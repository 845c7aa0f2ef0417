import type { Logger, Observer, OnStep } from '@skein/ports';
import { guardedHearer, guardedObserver } from './guarded-observer.ts';
import { logHearer } from './log-hearer.ts';
import { stepHearer } from './step-hearer.ts';

export interface Listeners {
  readonly observer?: Observer | undefined;
  readonly logger?: Logger | undefined;
  readonly onStep?: OnStep | undefined;
}

/** All who observe an engine, as one; null when nobody does, so that nothing is computed for them. */
export function joinObservers(
  { observer, logger, onStep }: Listeners,
  onProblem: (error: unknown) => void,
): Observer | null {
  const main = observer === undefined ? null : guardedObserver(observer, onProblem);
  const hearers = [
    ...(logger === undefined ? [] : [logHearer(logger)]),
    ...(onStep === undefined ? [] : [stepHearer(onStep, onProblem)]),
  ].map((hearer) => guardedHearer(hearer, onProblem));
  if (hearers.length === 0) return main;
  const all = main === null ? hearers : [main, ...hearers];
  return {
    ...(main ?? idle),
    rows: (...given) => all.forEach((each) => each.rows(...given)),
    resumed: (...given) => all.forEach((each) => each.resumed(...given)),
    left: (run) => all.forEach((each) => each.left(run)),
  };
}

const idle: Pick<Observer, 'watchLoad' | 'model' | 'tools'> = {
  watchLoad: () => {},
  model: (model) => model,
  tools: (tools) => tools,
};
