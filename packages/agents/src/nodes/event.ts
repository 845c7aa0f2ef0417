import type { Json } from '@skein/kernel';
import type { Accepted } from '@skein/ports';
import type { NativeBehaviour } from './native-behaviour.ts';

export const eventBehaviour: NativeBehaviour = { accept: acceptEvent };

/** Whether the event is the one waited for is decided by its name and `when`, before it gets here. */
function acceptEvent(data: Json): Accepted {
  return { ok: true, answer: data, result: { value: data, ports: { output: data } } };
}
