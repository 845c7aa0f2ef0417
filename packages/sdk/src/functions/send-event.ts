import type { Json } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import type { Scope } from './scope.ts';

/** A step: after a crash the event may be sent again, and those who have it do not get it twice. */
export async function sendEvent(
  scope: Scope,
  { event, data }: { readonly event: string; readonly data: Json | undefined },
): Promise<void> {
  const { io } = scope.of;
  const name = `emit ${event}`;
  const emits = withoutUndefined({ name: event, data });
  await scope.act(name, (key) =>
    io.step(
      name,
      async () => {
        await io.send({ name: event, data, key });
        return null;
      },
      { key, emits },
    ),
  );
}
