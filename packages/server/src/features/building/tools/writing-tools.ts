import { isObject, type Json, type JsonObject } from '@skein/api';
import { EngineError, withoutUndefined, type NewestDefinition } from '@skein/ports';
import { checkDefinition, tellDiagnostics } from '../check-definition.ts';
import type { BuildingHost } from '../building-host.ts';
import { badArgument, parameters, text, textIn, type BuildingTool } from '../building-tool.ts';
import { patchDefinition } from '../patch-definition.ts';
import { versionFacts, withFacts } from '../../../values/version-facts.ts';

const definition = {
  type: 'object',
  description:
    'Native JSON: { "skein": 1, "id", "name", "nodes": [{ "id", "type", "config" }], "edges": [{ "from", "out"?, "to", "in"? }] }.',
};

export const validateWorkflow: BuildingTool = {
  name: 'validate_workflow',
  description:
    'Checks a definition without saving it: each problem with its place (JSON pointer) and a hint. Repair, then save_workflow.',
  parameters: parameters({ definition }, ['definition']),
  isReadOnly: true,
  async call(host, given) {
    return tellDiagnostics(await checkDefinition(host, definitionIn(given)));
  },
};

export const saveWorkflow: BuildingTool = {
  name: 'save_workflow',
  description:
    'Saves a definition as a draft, which nothing starts by itself; a person publishes it, or pass publish: true if they asked for it. Returns its version and problems. Next: try_workflow.',
  parameters: parameters(
    {
      definition,
      baseVersion: text(
        'The version you read; if somebody saved another one since, nothing is saved.',
      ),
      publish: {
        type: 'boolean',
        description: 'Make it the version that triggers and callers use.',
      },
    },
    ['definition'],
  ),
  isReadOnly: false,
  call: (host, given) => save(host, definitionIn(given), given),
};

export const patchWorkflow: BuildingTool = {
  name: 'patch_workflow',
  description:
    'Changes a saved workflow by small steps and saves it like save_workflow. ops: {op:"add_node",node,after?}, {op:"update_node",id,change} (config keys are merged, null removes), {op:"remove_node",id}, {op:"add_edge",edge}, {op:"remove_edge",from,to}, {op:"set",key,value}. Tells only problems that are new.',
  parameters: parameters(
    {
      id: text('The workflow.'),
      version: text('The version to change; default: your draft, else the newest.'),
      ops: { type: 'array', items: { type: 'object' } },
      publish: { type: 'boolean' },
    },
    ['id', 'ops'],
  ),
  isReadOnly: false,
  async call(host, given) {
    const { ops, version } = given;
    if (!Array.isArray(ops)) throw badArgument('ops', 'is not a list');
    const before = await readDefinition(host, textIn(given, 'id'), version);
    return save(host, patchDefinition(before, ops), given, before);
  },
};

/** A definition that is stored, or the one that is given. */
export async function readDefinition(
  { engine, user, drafts }: BuildingHost,
  id: string,
  version: unknown,
): Promise<JsonObject> {
  const named = typeof version === 'string' ? version : drafts.get(id);
  const { definition: stored, dialect } = await engine.workflows.get(id, named, user);
  if (dialect === 'native' && isObject(stored)) return stored;
  const complaint = `"${id}" is written in the format ${dialect}: convert it to native first`;
  throw badArgument('id', complaint);
}

export function definitionIn(given: JsonObject): JsonObject {
  const { definition: written } = given;
  if (isObject(written)) return written;
  throw badArgument('definition', 'is not an object');
}

async function save(
  host: BuildingHost,
  written: JsonObject,
  given: JsonObject,
  before?: JsonObject,
) {
  const { engine, user, refusesPublishing } = host;
  const id = textIn(written, 'id');
  const known = await engine.workflows.newest(id, user).catch(() => null);
  const isPublished = given['publish'] === true;
  if (isPublished && refusesPublishing !== undefined)
    throw badArgument('publish', refusesPublishing);
  if (known !== null) await checkBase(host, given['baseVersion'] ?? given['version'], known);
  const earlier = before === undefined ? [] : await checkDefinition(host, before);
  const version =
    known !== null && !isPublished
      ? await saveDraft(host, written, known)
      : await saveNewest(host, written, { id, known, isPublished });
  const now = await checkDefinition(host, written);
  return { id, version, draft: !isPublished, ...tellDiagnostics(now, earlier) };
}

/** A version that is hidden is nobody's newest: triggers and callers stay with the one they have. Editors begin with it. */
async function saveDraft(
  { engine, user, bases, drafts }: BuildingHost,
  written: JsonObject,
  known: NewestDefinition,
): Promise<string> {
  const { id, revision, version: base } = known;
  const earlier = await engine.workflows.versions(id, user);
  const save = (studio: Json | undefined) =>
    engine.workflows.save(written, {
      id,
      isDraft: true,
      isHidden: true,
      expected: revision,
      ...withoutUndefined({ user, studio }),
    });
  const { version } = await save(withFacts(known.studio, { by: user, isDraft: true }));
  const same = earlier.find((each) => each.version === version);
  // It is a version already, and what is known of that stays.
  if (same !== undefined && versionFacts(same.studio).isDraft !== true) await save(same.studio);
  bases.set(version, base);
  drafts.set(id, version);
  return version;
}

async function saveNewest(
  { engine, user, drafts }: BuildingHost,
  written: JsonObject,
  {
    id,
    known,
    isPublished,
  }: {
    readonly id: string;
    readonly known: NewestDefinition | null;
    readonly isPublished: boolean;
  },
): Promise<string> {
  const owner = withoutUndefined({ user });
  const { version } = await engine.workflows.save(written, {
    id,
    isDraft: true,
    ...owner,
    ...withoutUndefined({ expected: known?.revision }),
  });
  drafts.delete(id);
  // A new one is there for everybody to see, and started by nobody.
  if (!isPublished) await engine.workflows.change(id, { isActive: false, ...owner });
  else if (known?.isActive === false)
    await engine.workflows.change(id, { isActive: true, ...owner });
  return version;
}

/** Nothing that somebody else saved in the meantime may be lost. A draft was made from what was newest then. */
async function checkBase(
  { engine, user, bases }: BuildingHost,
  base: unknown,
  newest: NewestDefinition,
): Promise<void> {
  if (typeof base !== 'string') return;
  const { id, version: found } = newest;
  const expected = bases.get(base) ?? base;
  if (expected === found) return;
  const draft = (await engine.workflows.versions(id, user)).find(({ version }) => version === base);
  const isOfDraft = draft !== undefined && versionFacts(draft.studio).isDraft === true;
  if (isOfDraft && !bases.has(base) && draft.savedAt >= newest.savedAt) return;
  throw new EngineError('VERSION_CONFLICT', { workflow: id, expected, found });
}
