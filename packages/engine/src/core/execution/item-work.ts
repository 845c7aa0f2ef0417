import type { EachCall } from '@skein/kernel';
import { abortReason } from '../run/abort-reason.ts';
import type { CallableType, OpenExecution } from '../run/driven-run.ts';
import { nodeMemory, recordedBy } from './node-memory.ts';
import type { ItemWork } from './per-item.ts';

/** How the elements of a call are worked off in a run. */
export function itemWork(
  { driver, effect }: OpenExecution,
  each: EachCall,
  { type, isGuarded }: { readonly type: CallableType; readonly isGuarded: boolean },
): ItemWork {
  const { runtime, origin, graph } = driver;
  const { run, halves, asksInSteps } = type;
  const node = graph.nodeById.get(effect.node);
  const isWritten = node !== undefined && graph.workflow.nodes[node.index]?.retry !== undefined;
  return {
    each,
    isGuarded,
    asksInSteps: asksInSteps === true,
    call: async (call, io) =>
      halves === undefined ? run(call, io) : halves.settle(await halves.call(call, io), call),
    memoryOf: (io) =>
      nodeMemory({ user: origin.user, workflow: origin.workflow.id }, recordedBy(runtime, io)),
    pause: (ms, signal) =>
      new Promise((done, refused) => {
        const disarm = runtime.clock.setTimer(runtime.clock.now() + ms, () => {
          signal.removeEventListener('abort', abort);
          done();
        });
        function abort(): void {
          disarm();
          refused(abortReason());
        }
        signal.addEventListener('abort', abort, { once: true });
      }),
    // As the kernel decides for a node without items (SPEC K344).
    outageMs: ({ retryForMs }) =>
      retryForMs === undefined || isWritten || each.retry.attempts === 1
        ? null
        : (graph.policy.modelRetryMs ?? retryForMs),
  };
}
