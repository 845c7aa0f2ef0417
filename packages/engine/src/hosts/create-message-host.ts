import type { RunHost } from '../cluster/run-host.ts';
import type { OpenExecution } from '../core/run/driven-run.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { Ports } from '../engine-ports.ts';
import { createRuntime } from '../runtime.ts';
import type { InlineKind } from './runtime/inline-calls.ts';
import type { MessageHost } from './runtime/message-host.ts';
import { ForeignCalls } from './runtime/observed-runs.ts';
import { WarmRuns } from './runtime/warm-runs.ts';

/** What handles messages of hosted runs (`handleMessage`) and calls their nodes (`callNode`), in any number of processes on one store. */
export async function createMessageHost(
  options: EngineOptions & { readonly host: RunHost },
): Promise<MessageHost> {
  const runtime = createRuntime(options);
  const { owner } = options.host;
  // The host never dies as a process does: nobody shall take its runs over.
  await options.store.leases.renew(owner, Number.MAX_SAFE_INTEGER);
  await runtime.live?.hear();
  const inlineKindOf = (execution: OpenExecution) => kindOf(runtime, execution);
  const warm = new WarmRuns(runtime.observer);
  runtime.observer?.watchLoad(() => ({ runs: warm.size, ...runtime.slots.load }));
  return { runtime, warm, foreignCalls: new ForeignCalls(runtime.observer), inlineKindOf };
}

/** What may happen any number of times may be lost with a message; what is fast does not keep others waiting. */
function kindOf(
  { nodeTypes }: Ports<'nodeTypes'>,
  { effect, driver }: OpenExecution,
): InlineKind | null {
  const type = nodeTypes.get(effect.nodeType);
  const effectClass =
    type?.effectOf?.(effect.config) ?? driver.graph.nodeById.get(effect.node)?.effect;
  if (effectClass === 'pure') return 'pure';
  const isFast = effectClass !== 'guarded' && effect.isGuarded !== true;
  return isFast && effect.each === undefined && type?.isFast?.(effect.config) === true
    ? 'fast'
    : null;
}
