import type { EngineLoad, Observer } from '@skein/ports';

/** Asks an engine for nothing but what it has to do. */
export function loadObserver(watchLoad: (load: () => EngineLoad) => void): Observer {
  return {
    watchLoad,
    rows() {},
    resumed() {},
    left() {},
    model: (model) => model,
    tools: (tools) => tools,
  };
}
