// Saving workflows
// W1. A change that names the version it was made from is made to that version or not at all, also with several servers on one
//     store: the store compares what was read with what is there.
// W2. Concurrent changes of one workflow are made one after the other.
import {
  codeLanguage,
  detectDialect,
  equalJson,
  isObject,
  ownValue,
  readTriggers,
  textAt,
  withoutOwners,
  type Json,
  type JsonObject,
  type PlainOr,
  type VersionId,
  type WorkflowId,
} from '@skein/api';
import type { KeepOptions, SavedWorkflow } from '@skein/engine';
import {
  EngineError,
  withoutUndefined,
  type DefinitionRecord,
  type NewestDefinition,
} from '@skein/ports';
import { whose } from '../../identity/identity.ts';
import { audit } from '../../records/audit.ts';
import { orNull } from '../../values/or-null.ts';
import { keepSummaries } from '../summaries/summary-source.ts';
import { checkRules } from '../triggers/check-rules.ts';
import { checkSettings } from '../triggers/check-settings.ts';
import { checkTriggerCount } from '../triggers/check-trigger-count.ts';
import { toRecord } from '../triggers/trigger-record.ts';
import { pipelineTriggers, switchTriggers } from '../triggers/workflow-triggers.ts';
import type { Caller } from './caller.ts';
import { definitionOf } from './definition-of.ts';
import { etagOf, isNamedIn } from './etag.ts';
import { inTurnOf } from './in-turn-of.ts';
import { checkLastSaved } from './last-saved.ts';
import { savedBy, withFacts, type VersionFacts } from '../../values/version-facts.ts';

/** The newest version, if the workflow belongs to the caller. */
export function findWorkflow(
  { services, identity }: Caller,
  id: PlainOr<WorkflowId>,
): Promise<NewestDefinition | null> {
  return orNull(() => services.engine.workflows.newest(id, whose(identity).user));
}

export async function ownWorkflow(
  caller: Caller,
  id: PlainOr<WorkflowId>,
  version?: PlainOr<VersionId>,
): Promise<DefinitionRecord> {
  const newest = await findWorkflow(caller, id);
  if (version === undefined && newest !== null) return newest;
  const { engine } = caller.services;
  const found = await engine.workflows.get(id, version, whose(caller.identity).user);
  // What holds for the workflow as a whole holds for its older versions too.
  return { ...newest, ...found };
}

const triesMax = 5;

export interface ChangedWorkflow {
  readonly id: PlainOr<WorkflowId>;
  /** The ETag that the change was made from. */
  readonly ifMatch?: string | undefined;
  /** What was saved last when the caller looked, a draft or not. */
  readonly seen?: string | undefined;
}

/** Changes a workflow while it has the version that `ifMatch` names; one that does not exist is null. */
export function changeWorkflow<T>(
  caller: Caller,
  { id, ifMatch, seen }: ChangedWorkflow,
  change: (found: NewestDefinition | null) => Promise<T>,
): Promise<T> {
  return inTurnOf(caller, id, async () => {
    for (let tries = 1; ; tries++) {
      const found = await findWorkflow(caller, id);
      if (ifMatch !== undefined) checkVersion(id, ifMatch, found);
      if (seen !== undefined && found !== null) await checkSeen(caller, found, seen);
      try {
        return await change(found);
      } catch (error) {
        // Another server has changed it in between: perhaps only its layout, and then the change still applies.
        const isStale = error instanceof EngineError && error.code === 'VERSION_CONFLICT';
        if (!isStale || tries === triesMax) throw error;
      }
    }
  });
}

/** `changeWorkflow` for a workflow that must exist. */
export function editWorkflow<T>(
  caller: Caller,
  changed: ChangedWorkflow,
  change: (found: NewestDefinition) => Promise<T>,
): Promise<T> {
  return changeWorkflow(caller, changed, (found) => {
    if (found === null) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: changed.id });
    return change(found);
  });
}

/** Saves another definition of a workflow, also one with errors; its dialect, and what an editor stores about it, stay. */
export function keepEdited(
  caller: Caller,
  found: NewestDefinition,
  definition: JsonObject,
  options: Pick<KeptOptions, 'triggers' | 'about'> = {},
): Promise<DefinitionRecord> {
  refuseCode(found, definition);
  const { id, dialect, studio, revision: expected, isActive } = found;
  const layout = studio === undefined ? {} : { studio };
  const kept = { id, dialect, expected, isActive, ...layout, isDraft: true, ...options };
  return keep(caller, definition, kept);
}

/** Code would write over whatever is changed here, at its next start. */
export function refuseCode(found: NewestDefinition, changed: Json): void {
  const language = codeLanguage(found.definition);
  if (language === undefined || equalJson(changed, found.definition)) return;
  throw new EngineError('WORKFLOW_IN_CODE', { workflow: found.id, language });
}

interface KeptOptions extends Omit<KeepOptions, 'user' | 'check' | 'isActive'> {
  /** Whether the workflow is switched on; default: as a new one. */
  readonly isActive?: boolean;
  /** A new one that starts nothing until somebody switches it on. */
  readonly startsOff?: boolean;
  /** What is known of this version besides who saved it; default: nothing. */
  readonly about?: VersionFacts;
}

export async function keep(
  caller: Caller,
  definition: JsonObject,
  { isActive = true, startsOff = false, about = {}, studio, ...given }: KeptOptions,
): Promise<DefinitionRecord> {
  const { services, identity } = caller;
  const facts = { ...savedBy(identity), ...about };
  const options = { ...given, ...withoutUndefined({ studio: withFacts(studio, facts) }) };
  await checkWritten(caller, definition, options);
  const { written, ...triggers } = await pipelineParts(caller, definition, options);
  await checkTriggerCount(caller, { ...options, ...triggers }.triggers);
  const check = services.large?.checker(identity.owner);
  const isLarge = check !== undefined && services.large?.isLarge(written) === true;
  const saved = await services.engine.workflows.save(written, {
    ...options,
    ...triggers,
    ...whose(identity),
    ...withoutUndefined({
      isActive: startsOff ? false : undefined,
      check: isLarge ? check : undefined,
    }),
  });
  const { id, version, dialect } = saved;
  if (dialect === 'pipeline') {
    await switchOnOrOff(caller, id, definition);
    services.summaries.workflowChanged({ user: identity.owner, workflow: id });
  }
  await audit(services, identity, { action: 'workflow.save', subject: id, data: { version } });
  // Reading a large one again would take as long as everything else.
  if (isLarge && !hasTables(dialect))
    return savedRecord(caller, { saved, written, options: { ...options, isActive } });
  return ownWorkflow(caller, id, version);
}

/** Of these the store may have more to say than what was written. */
function hasTables(dialect: string): boolean {
  return dialect === 'pipeline' || dialect === 'agent-graph' || dialect === 'session-graph';
}

function savedRecord(
  { identity }: Caller,
  {
    saved: { id, version, dialect, savedAt, name },
    written,
    options: { studio, isActive },
  }: {
    readonly saved: SavedWorkflow;
    readonly written: JsonObject;
    readonly options: KeptOptions;
  },
): DefinitionRecord {
  const optional = withoutUndefined({ name, studio, isActive });
  return { id, version, dialect, savedAt, definition: written, ...whose(identity), ...optional };
}

/** Triggers that a native definition names must be ones that can fire; those that it had before stay as they are. */
async function checkWritten(
  caller: Caller,
  definition: JsonObject,
  { id, dialect }: Pick<KeepOptions, 'id' | 'dialect'>,
): Promise<void> {
  if ((dialect ?? detectDialect(definition)?.name) !== 'native') return;
  const named = id ?? textAt(definition, 'id') ?? '';
  const triggers = readTriggers(definition, named) ?? [];
  if (triggers.length === 0) return;
  const found = named === '' ? null : await findWorkflow(caller, named);
  const before = found === null ? [] : (readTriggers(definitionOf(found), named) ?? []);
  const { services, identity } = caller;
  const now = services.clock.now();
  for (const trigger of triggers) {
    if (before.some((each) => equalJson({ ...each }, { ...trigger }))) continue;
    checkSettings({ ...trigger }, now);
  }
  const records = triggers.map(({ uuid, ...settings }) =>
    toRecord({
      ...settings,
      id: uuid,
      user: identity.owner,
      workflow: named,
      isActive: false,
      now,
      before: undefined,
    }),
  );
  await checkTriggerCount(caller, records);
}

/**
 * A pipeline's trigger is part of its definition; the triggers of other workflows stay as they are unless the caller says so.
 * Callers cannot write summaries of steps.
 */
async function pipelineParts(
  caller: Caller,
  definition: JsonObject,
  { id, dialect }: Omit<KeepOptions, 'user'>,
): Promise<Pick<KeepOptions, 'triggers'> & { readonly written: JsonObject }> {
  const isPipeline = (dialect ?? detectDialect(definition)?.name) === 'pipeline';
  if (!isPipeline || id === undefined) return { written: definition };
  const { services, identity } = caller;
  const found = await findWorkflow(caller, id);
  refuseFilter(definition, found);
  // The id under which it is saved counts; owners and times are the server's to say.
  const plain = withoutOwners(definition);
  const own = hasOtherId(definition, id) ? { ...plain, uuid: id } : plain;
  return {
    written: found === null ? own : keepSummaries(own, definitionOf(found)),
    triggers: await pipelineTriggers(services, identity, { id, definition, found }),
  };
}

function hasOtherId(definition: JsonObject, id: PlainOr<WorkflowId>): boolean {
  return ![undefined, id].includes(textAt(definition, 'uuid'));
}

/** A draft may be incomplete, but a filter that cannot be used is refused in it too; one that was saved earlier stays. */
function refuseFilter(definition: JsonObject, found: NewestDefinition | null): void {
  const rules = rulesIn(definition);
  if (found !== null && equalJson(rules, rulesIn(definitionOf(found)))) return;
  checkRules(rules);
}

function rulesIn(definition: JsonObject): Json {
  const trigger = ownValue(definition, 'trigger') ?? null;
  return isObject(trigger) ? (ownValue(trigger, 'filter_rules') ?? null) : null;
}

/** A pipeline's definition says whether it is active; for every workflow the store knows it. */
async function switchOnOrOff(
  caller: Caller,
  id: PlainOr<WorkflowId>,
  definition: JsonObject,
): Promise<void> {
  const written = isObject(definition) ? ownValue(definition, 'is_active') : undefined;
  if (typeof written !== 'boolean') return;
  const newest = await findWorkflow(caller, id);
  if (newest !== null && newest.isActive !== written) await setActive(caller, id, written);
}

/** With its trigger and steps; its runs stay. */
export async function deleteWorkflow(caller: Caller, deleted: ChangedWorkflow): Promise<void> {
  const { services, identity } = caller;
  const { id } = deleted;
  await changeWorkflow(caller, deleted, async () => {
    await services.engine.workflows.delete(id, whose(identity).user);
  });
  await audit(services, identity, { action: 'workflow.delete', subject: id });
}

export async function setActive(
  { services, identity }: Caller,
  id: PlainOr<WorkflowId>,
  isActive: boolean,
): Promise<void> {
  await services.engine.workflows.change(id, { ...whose(identity), isActive });
  await switchTriggers(services, identity, { workflow: id, isActive });
  const action = isActive ? 'workflow.activate' : 'workflow.deactivate';
  await audit(services, identity, { action, subject: id });
}

async function checkSeen(
  { services, identity }: Caller,
  newest: NewestDefinition,
  seen: string,
): Promise<void> {
  const versions = await services.engine.workflows.versions(newest.id, whose(identity).user);
  checkLastSaved(etagOf({ version: seen }), { newest, versions });
}

function checkVersion(id: string, ifMatch: string, found: DefinitionRecord | null): void {
  if (found !== null && isNamedIn(ifMatch, found)) return;
  throw new EngineError('VERSION_CONFLICT', {
    workflow: id,
    expected: ifMatch,
    found: found === null ? 'nothing' : etagOf(found),
  });
}
