// Saving workflows
// W1. A change that names the version it was made from is made to that version or not at all, also when several servers work on
//     one store: the store compares what was read with what is there.
// W2. Two changes of one workflow at the same time are made one after the other.
import { detectDialect, isObject, ownValue, type JsonObject } from '@skein/api';
import type { KeepOptions } from '@skein/engine';
import { EngineError, type DefinitionRecord, type NewestDefinition } from '@skein/ports';
import { audit } from '../../records/audit.ts';
import { whose, type Identity } from '../../identity/identity.ts';
import type { CoreServices } from '../../handlers/services.ts';
import { keepSummaries } from '../summaries/summary-source.ts';
import { pipelineTriggers, switchTriggers } from '../triggers/workflow-triggers.ts';
import { oneAfterAnother } from './one-after-another.ts';
import { definitionOf } from './workflow-answer.ts';

const inTurn = oneAfterAnother();

export interface Caller {
  readonly services: CoreServices;
  readonly identity: Identity;
}

/** The newest version, when it belongs to whoever asks. */
export async function findWorkflow(
  { services, identity }: Caller,
  id: string,
): Promise<NewestDefinition | undefined> {
  return services.store.definitions.newest(id, whose(identity).user);
}

export async function ownWorkflow(
  caller: Caller,
  id: string,
  version?: string,
): Promise<DefinitionRecord> {
  const newest = await findWorkflow(caller, id);
  if (version === undefined && newest !== undefined) return newest;
  const { engine } = caller.services;
  const found = await engine.workflows.get(id, version, whose(caller.identity).user);
  // What holds for the workflow as a whole holds for its older versions too.
  return newest === undefined ? found : { ...newest, ...found };
}

const triesMax = 5;

/** Changes a workflow as long as it has the version that `ifMatch` names. */
export function changeWorkflow<T>(
  caller: Caller,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: string | undefined },
  change: (found: NewestDefinition | undefined) => Promise<T>,
): Promise<T> {
  return inTurn(`${caller.identity.owner}\n${id}`, async () => {
    for (let tries = 1; ; tries++) {
      const found = await findWorkflow(caller, id);
      if (ifMatch !== undefined) checkVersion(id, ifMatch, found);
      try {
        return await change(found);
      } catch (error) {
        // Another server has changed it in between: perhaps only its layout, and then the change still fits.
        const isStale = error instanceof EngineError && error.code === 'VERSION_CONFLICT';
        if (!isStale || tries === triesMax) throw error;
      }
    }
  });
}

export async function keep(
  caller: Caller,
  definition: object,
  options: Omit<KeepOptions, 'user'>,
): Promise<DefinitionRecord> {
  const { services, identity } = caller;
  const { written, ...triggers } = await pipelineParts(caller, definition, options);
  const saved = await services.engine.workflows.save(written, {
    ...options,
    ...triggers,
    ...whose(identity),
  });
  const { id, version, dialect } = saved;
  if (dialect === 'pipeline') {
    await switchOnOrOff(caller, id, definition);
    services.summaries.workflowChanged({ user: identity.owner, workflow: id });
  }
  await audit(services, identity, { action: 'workflow.save', subject: id, data: { version } });
  return ownWorkflow(caller, id, version);
}

/**
 * The trigger of a pipeline is part of its definition; those of others stay as they are unless the caller says so. Summaries of its
 * steps are not the caller's to write.
 */
async function pipelineParts(
  caller: Caller,
  definition: object,
  { id, dialect }: Omit<KeepOptions, 'user'>,
): Promise<Pick<KeepOptions, 'triggers'> & { readonly written: object }> {
  // Whoever keeps a definition has it as JSON.
  const json = definition as JsonObject;
  const isPipeline = (dialect ?? detectDialect(json)?.name) === 'pipeline';
  if (!isPipeline || id === undefined) return { written: definition };
  const { services, identity } = caller;
  const found = await findWorkflow(caller, id);
  return {
    written: found === undefined ? json : keepSummaries(json, definitionOf(found)),
    triggers: await pipelineTriggers(services, identity, { id, definition: json, found }),
  };
}

/** A pipeline says in its definition whether it is active; the store knows it of every workflow. */
async function switchOnOrOff(caller: Caller, id: string, definition: object): Promise<void> {
  const written = isObject(definition as never)
    ? ownValue(definition as never, 'is_active')
    : undefined;
  if (typeof written !== 'boolean') return;
  const newest = await findWorkflow(caller, id);
  if (newest !== undefined && newest.isActive !== written) await setActive(caller, id, written);
}

/** With its trigger and steps; runs of it stay. */
export async function deleteWorkflow(
  caller: Caller,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: string | undefined },
): Promise<void> {
  const { services, identity } = caller;
  await changeWorkflow(caller, { id, ifMatch }, async () => {
    await services.engine.workflows.delete(id, whose(identity).user);
  });
  await audit(services, identity, { action: 'workflow.delete', subject: id });
}

export async function setActive(
  { services, identity }: Caller,
  id: string,
  isActive: boolean,
): Promise<void> {
  await services.engine.workflows.change(id, { ...whose(identity), isActive });
  await switchTriggers(services, identity, { workflow: id, isActive });
  const action = isActive ? 'workflow.activate' : 'workflow.deactivate';
  await audit(services, identity, { action, subject: id });
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
