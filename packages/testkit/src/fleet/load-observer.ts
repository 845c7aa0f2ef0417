import type { EngineLoad, Observer } from '@skein/ports';

/** An observer that reads only an engine's load. */
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
