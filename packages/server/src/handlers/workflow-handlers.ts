import { detectDialect, isObject, type JsonObject } from '@skein/api';
import { EngineError, type DefinitionRecord, type NewestDefinition } from '@skein/ports';
import { whose } from '../identity/identity.ts';
import { createWorkflow } from '../features/workflows/create-workflow.ts';
import { mergePatch } from '../features/workflows/merge-patch.ts';
import {
  changeWorkflow,
  deleteWorkflow,
  etagOf,
  keep,
  ownWorkflow,
  setActive,
  type Caller,
} from '../features/workflows/save-workflow.ts';
import {
  definitionOf,
  toWorkflowAnswer,
  toWorkflowItem,
  type WorkflowAnswer,
} from '../features/workflows/workflow-answer.ts';
import type { Handlers } from './handler.ts';
import { isoTime } from '../values/iso-time.ts';
import { defined } from './run-handlers.ts';

type WorkflowHandlers = Pick<
  Handlers,
  | 'listWorkflows'
  | 'createWorkflow'
  | 'importWorkflow'
  | 'validateWorkflow'
  | 'convertWorkflow'
  | 'createFromTemplate'
  | 'getWorkflow'
  | 'putWorkflow'
  | 'patchWorkflow'
  | 'deleteWorkflow'
  | 'listVersions'
  | 'restoreVersion'
  | 'exportWorkflow'
>;

interface WorkflowReply {
  readonly status?: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: WorkflowAnswer;
}

export const workflowHandlers: WorkflowHandlers = {
  async listWorkflows({ query, identity, services }) {
    const filter = { ...defined(query), user: identity.owner };
    const { items, nextCursor } = await services.engine.workflows.list(filter);
    return { body: { items: items.map(toWorkflowItem), nextCursor } };
  },
  async createWorkflow(asked) {
    const { body, query } = asked;
    const made = await createWorkflow(asked, { body, dialect: query.dialect, mayRename: false });
    return created(asked, made);
  },
  async importWorkflow(asked) {
    const { body, query } = asked;
    const made = await createWorkflow(asked, { body, dialect: query.dialect, mayRename: true });
    return created(asked, made);
  },
  async validateWorkflow({ body, query, identity, services }) {
    const { workflows } = services.engine;
    const reading = query.dialect === undefined ? {} : { dialect: query.dialect };
    const whole = await workflows.complete(body, { ...reading, ...whose(identity) });
    const diagnostics = workflows.validate(whole, defined(query));
    const detected = isObject(body) ? (detectDialect(body)?.name ?? null) : null;
    const valid = diagnostics.every(({ severity }) => severity !== 'error');
    return {
      body: { valid, dialect: query.dialect ?? detected, diagnostics: [...diagnostics] },
    };
  },
  async convertWorkflow({ body, query, identity, services }) {
    const { to, dialect } = query;
    const { workflows } = services.engine;
    const reading = dialect === undefined ? {} : { dialect };
    const whole = await workflows.complete(body, { ...reading, ...whose(identity) });
    const made = workflows.convert(whole, to, reading);
    return { body: { ...made, losses: [...made.losses] } };
  },
  async createFromTemplate(asked) {
    const { body, services } = asked;
    const templates = await services.catalogue.templates();
    const template = templates.find(({ id }) => id === body.template);
    if (template === undefined) {
      throw new EngineError('NOT_FOUND', { what: 'template', id: body.template });
    }
    const { definition, dialect, id, version } = template;
    const origin = dialect === 'pipeline' ? { template_id: id, template_version: version } : {};
    const name = body.name === undefined ? {} : { name: body.name };
    const made = await createWorkflow(asked, {
      body: { ...definition, ...name, ...origin },
      dialect,
      mayRename: true,
    });
    return created(asked, made);
  },
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
    return changeWorkflow(asked, { id, ifMatch: headers['if-match'] }, async (found) => {
      const studio = found?.studio === undefined ? {} : { studio: found.studio };
      const reading = query.dialect === undefined ? {} : { dialect: query.dialect };
      const expected = found?.revision ?? 0;
      const isDraft = query.draft === 'true';
      const kept = await keep(asked, body, { ...reading, ...studio, id, expected, isDraft });
      return { ...(await answered(asked, kept)), status: found === undefined ? 201 : 200 };
    });
  },
  patchWorkflow: async (asked) => {
    const { params, headers } = asked;
    const { id } = params;
    return changeWorkflow(asked, { id, ifMatch: headers['if-match'] }, async (found) => {
      if (found === undefined) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
      return answered(asked, await patch(asked, found, asked.body));
    });
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
      return { version, name, dialect, savedAt, isNewest: version === newest.version };
    });
    return { body: { items, nextCursor: null } };
  },
  restoreVersion: async (asked) => {
    const { params, headers } = asked;
    const { id, version } = params;
    return changeWorkflow(asked, { id, ifMatch: headers['if-match'] }, async (newest) => {
      if (newest === undefined) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
      const old = await ownWorkflow(asked, id, version);
      const studio = old.studio ?? newest.studio;
      const kept = await keep(asked, definitionOf(old), {
        id,
        dialect: old.dialect,
        ...(studio === undefined ? {} : { studio }),
        isDraft: true,
      });
      return answered(asked, kept);
    });
  },
  async exportWorkflow(asked) {
    const { params, query, identity, services } = asked;
    const record = await ownWorkflow(asked, params.id, query.version);
    const { workflows } = services.engine;
    const { dialect, definition } = record;
    const to = query.dialect ?? dialect;
    const whole = await workflows.complete(definition, { dialect, ...whose(identity) });
    const made = workflows.convert(whole, to, { dialect });
    return { body: { ...made, losses: [...made.losses] } };
  },
};

async function created(caller: Caller, record: DefinitionRecord): Promise<WorkflowReply> {
  const reply = await answered(caller, record);
  const location = `/api/v1/workflows/${encodeURIComponent(record.id)}`;
  return { ...reply, status: 201, headers: { ...reply.headers, location } };
}

async function answered(caller: Caller, record: DefinitionRecord): Promise<WorkflowReply> {
  const body = await toWorkflowAnswer(caller.services, caller.identity, record);
  return { headers: { etag: etagOf(record) }, body };
}

interface Patch {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly is_active?: boolean | undefined;
  readonly studio?: unknown;
  readonly definition?: JsonObject | undefined;
}

async function patch(
  caller: Caller,
  found: NewestDefinition,
  given: Patch,
): Promise<DefinitionRecord> {
  const { name, description, studio, definition } = given;
  const isActive = given.isActive ?? given.is_active;
  if (isActive !== undefined && isActive !== found.isActive) {
    await setActive(caller, found.id, isActive);
  }
  const isMore = [name, description, studio, definition].some((each) => each !== undefined);
  if (!isMore) return ownWorkflow(caller, found.id);
  const changed = mergePatch(definitionOf(found), {
    ...definition,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(isActive === undefined || found.dialect !== 'pipeline' ? {} : { is_active: isActive }),
  });
  const kept = studio === undefined ? found.studio : (studio as DefinitionRecord['studio']);
  return keep(caller, changed, {
    id: found.id,
    dialect: found.dialect,
    ...(kept === undefined ? {} : { studio: kept }),
    isDraft: true,
  });
}
