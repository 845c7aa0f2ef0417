import type { Observer } from '@skein/ports';

/** Who only hears of runs. */
export type RunHearer = Pick<Observer, 'rows' | 'resumed' | 'left'>;

type OnProblem = (error: unknown) => void;

/** Whoever measures must not be able to harm what is measured. */
export function guardedObserver(observer: Observer, onProblem: OnProblem): Observer {
  const attempt = attemptWith(onProblem);
  return {
    watchLoad: (load) => attempt(() => observer.watchLoad(load), undefined),
    ...guardedHearer(observer, onProblem),
    model: (model, call) => attempt(() => observer.model(model, call), model),
    tools: (tools, call) => attempt(() => observer.tools(tools, call), tools),
    traceOf: (call) => attempt(() => observer.traceOf?.(call), undefined),
    callerTrace: (given) => attempt(() => observer.callerTrace?.(given), undefined),
    starting: (run) => attempt(() => observer.starting?.(run) ?? null, null),
    within: (call) => attempt(() => observer.within?.(call), undefined),
  };
}

export function guardedHearer(hearer: RunHearer, onProblem: OnProblem): RunHearer {
  const attempt = attemptWith(onProblem);
  return {
    rows: (run, rows, derived) => attempt(() => hearer.rows(run, rows, derived), undefined),
    resumed: (run, begun) => attempt(() => hearer.resumed(run, begun), undefined),
    left: (run) => attempt(() => hearer.left(run), undefined),
  };
}

function attemptWith(onProblem: OnProblem): <T>(look: () => T, otherwise: T) => T {
  return (look, otherwise) => {
    try {
      return look();
    } catch (error) {
      onProblem(error);
      return otherwise;
    }
  };
}
