import type { Ceilings } from '@skein/engine';
import { EngineError, type ServerRecords, type TriggerRecord } from '@skein/ports';
import type { Identity } from '../../identity/identity.ts';

/** Refuses the trigger of a workflow if the user has as many of other workflows as one may have. */
export async function checkTriggerCount(
  {
    services: { ceilings, records },
    identity: { owner: user },
  }: {
    readonly services: {
      readonly ceilings?: Pick<Ceilings, 'userTriggers'>;
      readonly records: Pick<ServerRecords, 'triggers'>;
    };
    readonly identity: Pick<Identity, 'owner'>;
  },
  saved: readonly TriggerRecord[] = [],
): Promise<void> {
  if (ceilings === undefined) return;
  const { userTriggers: limit } = ceilings;
  const [first] = saved;
  if (first === undefined) return;
  // The keys of the rows would do, but triggers are seldom saved. Those of the workflow are replaced.
  const { items } = await records.triggers.list({ user, limit: limit + 1 });
  const others = items.filter(({ workflow }) => workflow !== first.workflow);
  if (others.length + saved.length > limit) throw new EngineError('USER_TRIGGERS_FULL', { limit });
}
