import type { Observer } from '@skein/ports';

/** Whoever measures must not be able to harm what is measured. */
export function guardedObserver(observer: Observer, onProblem: (error: unknown) => void): Observer {
  const attempt = <T>(look: () => T, otherwise: T): T => {
    try {
      return look();
    } catch (error) {
      onProblem(error);
      return otherwise;
    }
  };
  return {
    watchLoad: (load) => attempt(() => observer.watchLoad(load), undefined),
    rows: (run, rows, derived) => attempt(() => observer.rows(run, rows, derived), undefined),
    resumed: (run, begun) => attempt(() => observer.resumed(run, begun), undefined),
    left: (run) => attempt(() => observer.left(run), undefined),
    model: (model, call) => attempt(() => observer.model(model, call), model),
    tools: (tools, call) => attempt(() => observer.tools(tools, call), tools),
    traceOf: (call) => attempt(() => observer.traceOf?.(call), undefined),
  };
}
