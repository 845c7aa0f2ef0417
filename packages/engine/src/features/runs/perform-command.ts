import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { cancelRun } from './cancel-run.ts';
import { retryNode } from './retry-node.ts';
import type { Runtime } from '../../runtime.ts';
import { answerWait } from '../waits/answer-wait.ts';
import { deliverEvent } from '../events/send-event.ts';
import type { RemoteCommand } from '../../cluster/commands/remote-commands.ts';

/** Does here what another process was asked for; the run is ours. */
export async function perform(
  runtime: Runtime,
  run: string,
  command: RemoteCommand,
): Promise<Json> {
  switch (command.do) {
    case 'cancel':
      await cancelRun(runtime, run, command.reason);
      return null;
    case 'retry':
      await retryNode(runtime, run, command.node);
      return null;
    case 'answer': {
      const { wait, answer, by } = command;
      await answerWait(runtime, {
        record: await openWait(runtime, wait),
        answer,
        ...(by === undefined ? {} : { by }),
      });
      return null;
    }
    case 'event':
      return deliverEvent(runtime, await openWait(runtime, command.wait), command.event);
  }
}

async function openWait(runtime: Runtime, wait: string) {
  const record = await runtime.store.waits.get(wait);
  if (record === undefined) throw new EngineError('WAIT_NOT_FOUND', { wait });
  return record;
}
