// Saving workflows
// W1. A change that names the version it was made from is made to that version or not at all.
// W2. Two changes of one workflow at the same time are made one after the other.
import { EngineError, type DefinitionRecord } from '@skein/ports';
import type { KeepOptions } from '@skein/engine';
import { whose, type Identity } from '../identity/identity.ts';
import type { Services } from '../services.ts';
import { oneAfterAnother } from '../waits/one-after-another.ts';

const inTurn = oneAfterAnother();

export interface Caller {
  readonly services: Services;
  readonly identity: Identity;
}

/** The newest version, when it belongs to whoever asks. */
export async function findWorkflow(
  { services, identity }: Caller,
  id: string,
): Promise<DefinitionRecord | undefined> {
  return services.store.definitions.get(id, undefined, whose(identity).user);
}

export async function ownWorkflow(
  caller: Caller,
  id: string,
  version?: string,
): Promise<DefinitionRecord> {
  const { engine } = caller.services;
  return engine.workflows.get(id, version, whose(caller.identity).user);
}

/** Changes a workflow as long as it has the version that `ifMatch` names. */
export function changeWorkflow<T>(
  caller: Caller,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: string | undefined },
  change: (found: DefinitionRecord | undefined) => Promise<T>,
): Promise<T> {
  return inTurn(`${caller.identity.owner}\n${id}`, async () => {
    const found = await findWorkflow(caller, id);
    if (ifMatch !== undefined) checkVersion(id, ifMatch, found);
    return change(found);
  });
}

export async function keep(
  caller: Caller,
  definition: object,
  options: Omit<KeepOptions, 'user'>,
): Promise<DefinitionRecord> {
  const { engine } = caller.services;
  const saved = await engine.workflows.save(definition, { ...options, ...whose(caller.identity) });
  return ownWorkflow(caller, saved.id, saved.version);
}

export function etagOf({ version }: DefinitionRecord): string {
  return `"${version}"`;
}

function checkVersion(id: string, ifMatch: string, found: DefinitionRecord | undefined): void {
  const named = ifMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (found !== undefined && (ifMatch === '*' || named.includes(etagOf(found)))) return;
  throw new EngineError('VERSION_CONFLICT', {
    workflow: id,
    expected: ifMatch,
    found: found === undefined ? 'nothing' : etagOf(found),
  });
}
