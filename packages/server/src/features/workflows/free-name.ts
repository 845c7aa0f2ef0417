import type { Caller } from './caller.ts';

/** More workflows of one name than this may get the same one. */
const lookedAtMax = 200;

/** The name, or the name with the next number that none of the caller's workflows has: two that are called alike cannot be told apart. */
export async function freeName({ identity, services }: Caller, name: string): Promise<string> {
  const found = await services.engine.workflows.list({
    q: name,
    limit: lookedAtMax,
    user: identity.owner,
  });
  const taken = new Set(found.items.map((each) => each.name));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}
