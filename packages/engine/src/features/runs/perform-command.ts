import type { Json, RunId, WaitId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { RemoteCommand } from '../../cluster/remote-command.ts';
import type { Ports } from '../../engine-ports.ts';
import type { CancelRuntime } from '../../cluster/cancel-stored.ts';
import { deliverEvent, type EventRuntime } from '../events/send-event.ts';
import { moveRun } from '../moves/move-run.ts';
import { resumeRefusal } from '../moves/resume-run.ts';
import { answerWait } from '../waits/answer-wait.ts';
import { cancelRun } from './cancel-run.ts';
import { takeStart } from './join-run.ts';
import { retryNode } from './retry-node.ts';

/** Performs here what another process was asked for; the run is ours. */
export async function performCommand(
  runtime: EventRuntime & CancelRuntime,
  run: RunId,
  command: RemoteCommand,
): Promise<Json> {
  switch (command.do) {
    case 'cancel':
      await cancelRun(runtime, run, command.reason);
      return null;
    case 'retry':
      await retryNode(runtime, run, command.node);
      return null;
    case 'join':
      return takeStart(runtime, run, command);
    case 'answer': {
      const { do: _, wait, ...given } = command;
      await answerWait(runtime, { record: await openWait(runtime, wait), ...given });
      return null;
    }
    case 'move':
      return moveRun(runtime, run, command);
    case 'resume':
      // Written before the run is opened (Handling a message): one that is open has not failed.
      throw resumeRefusal(run, 'it has not failed.');
    case 'event':
      return deliverEvent(runtime, await openWait(runtime, command.wait), command.event);
  }
}

async function openWait({ store }: Ports<'store'>, wait: WaitId) {
  const record = await store.waits.get(wait);
  if (record === undefined) throw new EngineError('WAIT_NOT_FOUND', { wait });
  return record;
}
