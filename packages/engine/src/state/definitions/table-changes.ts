// Changes in tables
// Workflows of some dialects are built from tables that other programs may change. What they have changed becomes a version of the
// workflow when it is next read or started: a run then has a version to keep, and an editor does not overwrite what it never saw.
import type { JsonObject, WorkflowId } from '@skein/kernel';
import { EngineError, type EngineStore, type NewestDefinition } from '@skein/ports';

interface Adopted {
  readonly definition: JsonObject;
  readonly dialect: string;
  readonly newest: NewestDefinition | undefined;
}

const triesMax = 5;

/** The newest version, which is the one of the tables; `adopt` saves what differs there. */
export async function newestInTables(
  { definitions, tables }: EngineStore,
  { id, user }: { readonly id: WorkflowId; readonly user: string | undefined },
  adopt: (changed: Adopted) => Promise<unknown>,
): Promise<NewestDefinition | undefined> {
  const owner = user === undefined ? {} : { user };
  for (let tries = 1; ; tries++) {
    const newest = await definitions.newest(id, user);
    const changed =
      tries === triesMax ? undefined : await tables.workflows?.build({ id, ...owner }, newest);
    if (changed === undefined) return newest;
    try {
      await adopt({ ...changed, newest });
    } catch (error) {
      // Somebody has saved it in between, and has written the tables with it.
      if (!(error instanceof EngineError) || error.code !== 'VERSION_CONFLICT') throw error;
    }
  }
}
