import { textAt, type Json, type JsonObject } from '@skein/api';
import {
  EngineError,
  withoutUndefined,
  type DefinitionRecord,
  type NewestDefinition,
} from '@skein/ports';
import { whose } from '../identity/identity.ts';
import { convertGiven } from '../features/workflows/convert-given.ts';
import { previewImport } from '../features/workflows/preview-import.ts';
import { validateDefinition } from '../features/workflows/validate-definition.ts';
import type { Caller } from '../features/workflows/caller.ts';
import { createWorkflow } from '../features/workflows/create-workflow.ts';
import { copyWorkflow } from '../features/workflows/copy-workflow.ts';
import { definitionOf } from '../features/workflows/definition-of.ts';
import { definitionGiven } from '../features/workflows/given-record.ts';
import { etagOf } from '../features/workflows/etag.ts';
import { freeName } from '../features/workflows/free-name.ts';
import { keepDraft } from '../features/workflows/keep-draft.ts';
import { withExample } from '../features/workflows/with-example.ts';
import { mergePatch } from '../features/workflows/merge-patch.ts';
import {
  changeWorkflow,
  deleteWorkflow,
  editWorkflow,
  keep,
  keepEdited,
  ownWorkflow,
  refuseCode,
  setActive,
} from '../features/workflows/save-workflow.ts';
import {
  toWorkflowAnswer,
  toListedWorkflow,
  toWorkflowItem,
  type WorkflowAnswer,
} from '../features/workflows/workflow-answer.ts';
import { versionFacts } from '../values/version-facts.ts';
import { isoTime } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';

interface WorkflowReply {
  readonly status?: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: WorkflowAnswer;
}

export const workflowHandlers: HandlersOf<'workflow'> = {
  async listWorkflows(asked) {
    const { query, identity, services } = asked;
    const filter = { ...query, user: identity.owner };
    const { items, nextCursor } = await services.engine.workflows.list(filter);
    const shown = await Promise.all(items.map((record) => toListedWorkflow(asked, record)));
    return { body: { items: shown, nextCursor } };
  },
  async createWorkflow(asked) {
    const { body, query } = asked;
    const made = await createWorkflow(asked, { ...query, body, mayRename: false });
    return created(asked, made);
  },
  async importWorkflow(asked) {
    const { body, query } = asked;
    const made = await createWorkflow(asked, { ...query, body, mayRename: true });
    return created(asked, made);
  },
  previewImport: (asked) => previewImport(asked, asked.body),
  validateWorkflow: async (asked) => ({ body: await validateDefinition(asked) }),
  convertWorkflow: async ({ body, query, identity, services }) => {
    const { to, ...reading } = query;
    return convertGiven({ services, identity }, { definition: body, to, reading });
  },
  async createFromTemplate(asked) {
    const { body, services } = asked;
    const templates = await services.catalogue.templates();
    const template = templates.find(({ id }) => id === body.template);
    if (template === undefined) {
      throw new EngineError('NOT_FOUND', { what: 'template', id: body.template });
    }
    const { dialect, id, version } = template;
    const definition = withExample(template);
    const origin = dialect === 'pipeline' ? { template_id: id, template_version: version } : {};
    const name = body.name ?? (await freeName(asked, textAt(definition, 'name') ?? id));
    const made = await createWorkflow(asked, {
      body: { ...definition, name, ...origin },
      dialect,
      mayRename: true,
    });
    return created(asked, made);
  },
  copyWorkflow: async (asked) =>
    created(asked, await copyWorkflow(asked, asked.params.id, asked.body.name)),
  async getWorkflow(asked) {
    const { params, query, headers } = asked;
    const record = await ownWorkflow(asked, params.id, query.version);
    const etag = etagOf(record);
    if (headers['if-none-match'] === etag) {
      return new Response(null, { status: 304, headers: { etag } });
    }
    return answered(asked, record);
  },
  putWorkflow: async (asked) => {
    const { params, query, headers, body } = asked;
    const { id } = params;
    const { draft, label, note, seen, ...reading } = query;
    return changeWorkflow(asked, { id, ifMatch: headers['if-match'], seen }, async (found) => {
      const definition = await definitionGiven(asked, body, found);
      if (found !== null) refuseCode(found, definition);
      const given = {
        ...reading,
        ...(found?.studio === undefined ? {} : { studio: found.studio }),
        id,
        isActive: found?.isActive ?? true,
        isDraft: draft === 'true',
      };
      const about = withoutUndefined({ label, note });
      let kept = await keep(asked, definition, { ...given, expected: found?.revision ?? 0, about });
      // Only its layout was changed: what was said about the version still holds.
      const said = kept.version === found?.version ? versionFacts(found.studio) : {};
      const isSilent = label === undefined && note === undefined;
      if (isSilent && (said.label ?? said.note) !== undefined)
        kept = await keep(asked, definition, { ...given, about: said });
      return { ...(await answered(asked, kept)), status: found === null ? 201 : 200 };
    });
  },
  patchWorkflow: async (asked) => {
    const { params, headers } = asked;
    const { id } = params;
    return editWorkflow(asked, { id, ifMatch: headers['if-match'] }, async (found) =>
      answered(asked, await patch(asked, found, asked.body)),
    );
  },
  async deleteWorkflow(asked) {
    const { params, headers } = asked;
    await deleteWorkflow(asked, { id: params.id, ifMatch: headers['if-match'] });
    return { body: undefined };
  },
  async listVersions({ params, identity, services }) {
    const { workflows } = services.engine;
    const newest = await workflows.get(params.id, undefined, whose(identity).user);
    const versions = await workflows.versions(params.id, whose(identity).user);
    const items = versions.toReversed().map((record) => {
      const { version, name, dialect } = toWorkflowItem(record);
      const savedAt = isoTime(record.savedAt);
      const { isDraft = false, ...facts } = versionFacts(record.studio);
      const isNewest = version === newest.version;
      return { version, name, dialect, savedAt, isNewest, isDraft, ...withoutUndefined(facts) };
    });
    return { body: { items, nextCursor: null } };
  },
  async keepDraft(asked) {
    const { params, query, headers, body } = asked;
    const given = { ...params, ...query, definition: body, ifMatch: headers['if-match'] };
    return { body: await keepDraft(asked, given) };
  },
  restoreVersion: async (asked) => {
    const { params, headers } = asked;
    const { id, version } = params;
    return editWorkflow(asked, { id, ifMatch: headers['if-match'] }, async (newest) => {
      const old = await ownWorkflow(asked, id, version);
      const { dialect, studio = newest.studio } = old;
      const restored = { ...newest, dialect, ...(studio === undefined ? {} : { studio }) };
      return answered(asked, await keepEdited(asked, restored, definitionOf(old)));
    });
  },
  async exportWorkflow(asked) {
    const { params, query, identity, services } = asked;
    const { dialect, definition } = await ownWorkflow(asked, params.id, query.version);
    const to = query.dialect ?? dialect;
    return convertGiven({ services, identity }, { definition, to, reading: { dialect } });
  },
};

async function created(caller: Caller, record: DefinitionRecord): Promise<WorkflowReply> {
  const reply = await answered(caller, record);
  const location = `/api/v1/workflows/${encodeURIComponent(record.id)}`;
  return { ...reply, status: 201, headers: { ...reply.headers, location } };
}

async function answered(caller: Caller, record: DefinitionRecord): Promise<WorkflowReply> {
  const body = await toWorkflowAnswer(caller, record);
  return { headers: { etag: etagOf(record) }, body };
}

interface Patch {
  readonly name?: string;
  readonly description?: string;
  readonly isActive?: boolean;
  readonly is_active?: boolean;
  readonly studio?: Json;
  readonly definition?: JsonObject;
}

async function patch(
  caller: Caller,
  found: NewestDefinition,
  given: Patch,
): Promise<DefinitionRecord> {
  const { isActive: camel, is_active: snake, studio, definition, ...texts } = given;
  const isActive = camel ?? snake;
  if (isActive !== undefined && isActive !== found.isActive) {
    await setActive(caller, found.id, isActive);
  }
  const isMore = studio !== undefined || definition !== undefined || Object.keys(texts).length > 0;
  if (!isMore) return ownWorkflow(caller, found.id);
  const changed = mergePatch(definitionOf(found), {
    ...definition,
    ...texts,
    ...(isActive === undefined || found.dialect !== 'pipeline' ? {} : { is_active: isActive }),
  });
  const edited = studio === undefined ? found : { ...found, studio };
  // Another layout is no other version.
  const about = definition === undefined ? { about: versionFacts(found.studio) } : {};
  return keepEdited(caller, edited, changed, about);
}
