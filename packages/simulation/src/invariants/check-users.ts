import type { Engine } from '@skein/engine';
import type { RunRecord } from '@skein/ports';

/** What users are shown that is not theirs, and runs that have lost their user (INV7); empty when all is well. */
export async function checkUsers(
  { runs, waits }: Pick<Engine, 'runs' | 'waits'>,
  users: readonly string[],
  records: readonly RunRecord[],
): Promise<readonly string[]> {
  const found = records
    .filter(({ user }) => user === undefined || !users.includes(user))
    .map(({ id }) => `The run ${id} belongs to nobody who has asked for one.`);
  for (const user of users) {
    const { items: shownRuns } = await runs.list({ user });
    const { items: shownWaits } = await waits.list({ user });
    for (const shown of [...shownRuns, ...shownWaits]) {
      if (shown.user === user) continue;
      found.push(`${user} is shown ${shown.id}, which belongs to ${shown.user ?? 'nobody'}.`);
    }
  }
  return found;
}
