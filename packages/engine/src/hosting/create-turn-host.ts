import type { EngineOptions } from '../engine-options.ts';
import { createRuntime } from '../engine.ts';
import type { Execution } from '../driver/execution.ts';
import type { RunHost } from './run-host.ts';
import type { TurnHost } from './take-turn.ts';
import { WarmRuns } from './warm-runs.ts';

/** What takes turns of hosted runs (`takeTurn`) and calls their nodes (`callNode`), in any number of processes on one store. */
export async function createTurnHost(
  options: EngineOptions & { readonly host: RunHost },
): Promise<TurnHost> {
  const runtime = createRuntime(options);
  const { owner } = options.host;
  // The host never dies as a process does: nobody shall take its runs over.
  await options.store.leases.renew(owner, Number.MAX_SAFE_INTEGER);
  return { runtime, warm: new WarmRuns(), isInline: (execution) => isPure(runtime, execution) };
}

/** What may happen any number of times may also be lost with a turn. */
function isPure({ nodeTypes }: TurnHost['runtime'], { effect, driver }: Execution): boolean {
  const type = nodeTypes.get(effect.nodeType);
  const effectClass =
    type?.effectOf?.(effect.config) ?? driver.graph.nodeById.get(effect.node)?.effect;
  return effectClass === 'pure';
}
