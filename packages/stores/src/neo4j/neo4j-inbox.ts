import { runId, type Json } from '@skein/kernel';
import { EngineError, type InboxStore } from '@skein/ports';
import { checkId } from '../values/check-append.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import type { Neo4jConnection } from './neo4j-connection.ts';
import { nextPlaces } from './next-places.ts';

export function graphInbox(connection: Neo4jConnection): InboxStore {
  return {
    async put({ id, run, command }) {
      checkId('id of the command', id);
      await connection.write(async (ask) => {
        const [found] = await ask(
          'match (r:SkeinRun {id: $run}) set r._lock = randomUUID() return r.owner as owner',
          { run: toKey(run) },
        );
        if (found === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
        const known = await ask('match (c:SkeinCommand {id: $id}) return c.id as id', {
          id: toKey(id),
        });
        if (known.length > 0) return;
        const [place] = await nextPlaces(ask, 1);
        const node = { id: toKey(id), run: toKey(run), command: JSON.stringify(command), place };
        await ask('create (c:SkeinCommand) set c = $node', { node });
        if (found['owner'] === null) {
          await ask('match (r:SkeinRun {id: $run}) set r.wakeAt = 0', { run: toKey(run) });
        }
      });
    },
    async take(owner, limit = 100) {
      const rows = await connection.write((ask) =>
        ask(
          `match (c:SkeinCommand) where c.outcome is null match (r:SkeinRun {id: c.run})
           where r.owner = $owner and coalesce(c.takenIn, -1) <> r.epoch
           with c, r order by c.place limit toInteger($limit)
           set c.takenIn = r.epoch return c.id as id, c.run as run, c.command as command order by c.place`,
          { owner: toKey(owner), limit },
        ),
      );
      return rows.map((row) => ({
        id: fromKey(row['id'] as string),
        run: runId(fromKey(row['run'] as string)),
        command: JSON.parse(row['command'] as string) as Json,
      }));
    },
    async settle(id, outcome) {
      await connection.write((ask) =>
        ask(
          `match (c:SkeinCommand {id: $id}) set c._lock = randomUUID()
           with c where c.outcome is null set c.outcome = $outcome`,
          { id: toKey(id), outcome: JSON.stringify(outcome) },
        ),
      );
    },
    async outcome(id) {
      const [row] = await connection.read(
        'match (c:SkeinCommand {id: $id}) return c.outcome as outcome',
        {
          id: toKey(id),
        },
      );
      const outcome = row?.['outcome'];
      return typeof outcome === 'string' ? { outcome: JSON.parse(outcome) as Json } : undefined;
    },
  };
}
