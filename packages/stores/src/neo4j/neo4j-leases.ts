import { runId } from '@skein/kernel';
import type { Claim, LeaseStore } from '@skein/ports';
import { checkId } from '../values/check-append.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { takeTurns } from '../values/take-turns.ts';
import type { Ask, Neo4jConnection } from './neo4j-connection.ts';

export function graphLeases(connection: Neo4jConnection): LeaseStore {
  return {
    async renew(owner, until) {
      checkId('id of the owner', owner);
      const cypher = 'merge (s:SkeinServer {owner: $owner}) set s.until = $until';
      await connection.write((ask) => ask(cypher, { owner: toKey(owner), until }));
    },
    async claim(run, owner, now) {
      checkId('id of the owner', owner);
      return connection.write((ask) => claimRun(ask, toKey(run), { owner: toKey(owner), now }));
    },
    async claimDue(owner, now, limit) {
      checkId('id of the owner', owner);
      return connection.write((ask) => claimDue(ask, toKey(owner), { now, limit }));
    },
    async nextDue(now) {
      const [row] = await connection.read(`
        optional match (r:SkeinRun) where r.isOpen and r.owner is null and r.wakeAt is not null
        with min(r.wakeAt) as wakeAt
        optional match (o:SkeinRun) where o.isOpen and o.owner is not null
        with wakeAt, collect(distinct o.owner) as owners
        unwind (case when size(owners) = 0 then [null] else owners end) as owner
        optional match (s:SkeinServer {owner: owner})
        return wakeAt, min(case when owner is null then null else coalesce(s.until, 0) end) as until`);
      const times = [row?.['wakeAt'], row?.['until']].filter((time) => typeof time === 'number');
      return times.length === 0 ? null : Math.max(now, Math.min(...times));
    },
    async resign(owner) {
      await connection.write((ask) =>
        ask('match (s:SkeinServer {owner: $owner}) delete s', { owner: toKey(owner) }),
      );
    },
  };
}

async function claimRun(
  ask: Ask,
  run: string,
  { owner, now }: { readonly owner: string; readonly now: number },
): Promise<Claim | undefined> {
  const [found] = await ask(
    `match (r:SkeinRun {id: $run}) set r._lock = randomUUID()
     with r optional match (s:SkeinServer {owner: r.owner})
     return r.owner as owner, r.epoch as epoch, coalesce(s.until, -1) as until`,
    { run },
  );
  if (found === undefined) return undefined;
  const holder = found['owner'];
  const until = Number(found['until']);
  if (typeof holder === 'string' && holder !== owner && until > now) {
    return { owner: fromKey(holder), until };
  }
  if (typeof holder === 'string' && holder !== owner && until >= 0) {
    await ask(`match (r:SkeinRun {id: $run}) ${countDeath}`, { run });
  }
  const epoch = Number(found['epoch']) + 1;
  await ask('match (r:SkeinRun {id: $run}) set r.owner = $owner, r.epoch = $epoch', {
    run,
    owner,
    epoch,
  });
  return { epoch };
}

/** Whoever resigned has no lease, and is no dead one (Leases L3). */
const countDeath = `
  set r.deaths = case when r.deathSeq = r.seq then coalesce(r.deaths, 0) + 1 else 1 end
  set r.deathSeq = r.seq`;

const dueRuns = `
  call {
    match (r:SkeinRun) where r.isOpen and r.owner is null and r.wakeAt <= $now
    return r, r.wakeAt as due
    union
    match (r:SkeinRun) where r.isOpen and r.owner is not null and r.owner <> $owner
    optional match (s:SkeinServer {owner: r.owner})
    with r, coalesce(s.until, 0) as due where due <= $now
    return r, due
  }
  with r, due order by due, r.place
  with r.user as user, collect({id: r.id, due: due, place: r.place})[..toInteger($limit)] as own
  unwind own as run
  return run.id as id, user order by run.due, run.place`;

/** Candidates are found without locks, then locked one by one and checked again. */
async function claimDue(
  ask: Ask,
  owner: string,
  { now, limit }: { readonly now: number; readonly limit: number },
) {
  const due = await ask(dueRuns, { owner, now, limit });
  const candidates = takeTurns(due, (row) => row['user'] as string, limit);
  const ids = candidates.map((row) => row['id']);
  const taken = await ask(
    `unwind $ids as id match (r:SkeinRun {id: id}) set r._lock = randomUUID()
     with r optional match (s:SkeinServer {owner: r.owner})
     with r, s where r.isOpen and case when r.owner is null then r.wakeAt <= $now
       else r.owner <> $owner and coalesce(s.until, 0) <= $now end
     foreach (dead in case when r.owner is not null and s is not null then [r] else [] end |
       set dead.deaths = case when dead.deathSeq = dead.seq then coalesce(dead.deaths, 0) + 1 else 1 end
       set dead.deathSeq = dead.seq)
     set r.owner = $owner, r.epoch = r.epoch + 1
     return r.id as run, r.epoch as epoch`,
    { ids, owner, now },
  );
  const order = new Map(ids.map((id, i) => [id, i]));
  return taken
    .toSorted((left, right) => (order.get(left['run']) ?? 0) - (order.get(right['run']) ?? 0))
    .map((row) => ({ run: runId(fromKey(row['run'] as string)), epoch: Number(row['epoch']) }));
}
