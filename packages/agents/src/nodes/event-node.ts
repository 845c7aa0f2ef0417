import type { Json } from '@skein/kernel';
import type { Accepted, NodeType } from '@skein/ports';
import { lazySchema } from '../lazy-schema.ts';
import { anyValue, deadlineMs } from './config-fields.ts';
import { describeNode } from './describe-node.ts';
import { nativeKind } from './native-kind.ts';

const configSchema = lazySchema((zod) =>
  zod.object({
    name: zod.string().min(1).describe('The name of the event.'),
    when: anyValue(zod)
      .optional()
      .describe('A condition on its data; an event that fails it is passed by.'),
    deadlineMs: deadlineMs(zod),
  }),
);

export const eventNode: NodeType = describeNode(
  {
    kind: nativeKind('event'),
    description: 'Waits for a named event and passes its data on.',
    accept: acceptEvent,
  },
  configSchema,
);

/** Whether the event is the one waited for is decided by its name and `when`, before it gets here. */
function acceptEvent(data: Json): Accepted {
  return { ok: true, answer: data, result: { value: data, ports: { output: data } } };
}
