// An engine on another machine
// The parts of an engine that commands use, each as a request to a server. Users of an engine need not know where it is.
import { isObject, ownValue, type AnswerOf, type Client, type JsonObject } from '@skein/api';
import type {
  MigrationReport,
  MovedRun,
  MoveOptions,
  Resumed,
  ResumeOptions,
  Engine,
  ReplayReport,
  RunAnswer,
  RunBundle,
  RunJson,
  RunUpdate,
  KeepOptions,
  SavedWorkflow,
  Started,
} from '@skein/engine';
import {
  outputId,
  runId,
  versionId,
  workflowId,
  type Explanation,
  type Json,
  type PlainOr,
  type RunEvent,
  type WorkflowId,
} from '@skein/kernel';
import {
  EngineError,
  type DefinitionRecord,
  type FileAbout,
  type OpenFile,
  type RunRecord,
} from '@skein/ports';
import type { RemoteEngine } from './is-remote.ts';
import { refuseUser } from './refuse-user.ts';
import { remoteClient, type RemoteOptions } from './remote-client.ts';
import { remoteMemory } from './remote-memory.ts';
import { remoteWaits } from './remote-waits.ts';
import { withoutUndefined } from '../without-undefined.ts';

type Runs = Engine['runs'];
type Workflows = Engine['workflows'];

export function remoteEngine(options: RemoteOptions): RemoteEngine {
  const client = remoteClient(options);
  const call: Client['call'] = (name, given) => client.call(name, given);
  return {
    workflows: remoteWorkflows(call),
    runs: remoteRuns(call, client),
    waits: remoteWaits(call),
    memory: remoteMemory(call),
    events: {
      async send(name, data, { run, id } = {}) {
        return call('sendEvent', {
          body: withoutUndefined({ name, data, run, id }),
        });
      },
    },
    outputs: {
      async get(id) {
        const {
          run,
          node,
          activation,
          raw_data: value,
          createdAt,
        } = await call('getOutput', {
          params: { id },
        });
        const place = { run: runId(run), node, activation };
        return { id: outputId(id), ...place, value, at: Date.parse(createdAt) };
      },
    },
    recordCassette: (run) => call('getCassette', { params: { id: run } }),
    // The runs are driven over there.
    drain: async () => ({ finished: [], aborted: [] }),
    close: async () => {},
  };
}

function notThere(what: string): never {
  throw new EngineError('USAGE', { complaint: `A server does not offer ${what}.` });
}

function remoteWorkflows(call: Client['call']): Workflows {
  return {
    async save(definition, { user, dialect, tables } = {}) {
      refuseUser(user, 'keeps definitions');
      // The server refuses what is not an object of JSON.
      return saveThere(call, definition as JsonObject, { dialect, tables });
    },
    validate: () => notThere('checking without waiting'),
    preflight: async (definition, reading = {}) => {
      // The server refuses what is not JSON, and dialects that it does not know.
      const asked = { body: definition as Json, query: reading as object };
      return (await call('validateWorkflow', asked)).diagnostics;
    },
    convert: () => notThere('converting without waiting'),
    get: async (id, version) => {
      const query = version === undefined ? {} : { version };
      return toDefinition(await call('getWorkflow', { params: { id }, query }));
    },
    complete: async (definition) => definition,
    newest: () => notThere('revisions'),
    change: () => notThere('revisions'),
    describe: () => notThere('descriptions'),
    list: () => notThere('lists of definitions'),
    watch: () => notThere('news of changed workflows'),
    versions: () => notThere('versions as records'),
    delete: async (id) => {
      await call('deleteWorkflow', { params: { id } });
    },
    async migrate(id, version, { user, from, recorded, dryRun } = {}) {
      refuseUser(user, 'moves runs');
      const body = withoutUndefined({ version, from, recorded, dryRun });
      // The server sends the report of its engine.
      return (await call('migrateRuns', { params: { id }, body })) as unknown as MigrationReport;
    },
  };
}

/** Under its own id, with a new version where there is one already; without an id the server finds one. */
async function saveThere(
  call: Client['call'],
  definition: JsonObject,
  { dialect, tables }: { readonly [key in 'dialect' | 'tables']?: KeepOptions[key] | undefined },
): Promise<SavedWorkflow> {
  // The command has checked that it is one.
  const query =
    dialect === undefined ? {} : { dialect: dialect as AnswerOf<'getWorkflow'>['dialect'] };
  const rows = tables === undefined || tables === 'none' ? {} : { tables };
  const id = [ownValue(definition, 'uuid'), ownValue(definition, 'id')].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const saved =
    typeof id === 'string'
      ? await call('putWorkflow', {
          params: { id },
          query: { ...query, ...rows },
          body: definition,
        })
      : await call('createWorkflow', { query, body: definition });
  return {
    ...saved,
    id: workflowId(saved.id),
    version: versionId(saved.version),
    revision: 0,
    savedAt: Date.parse(saved.savedAt),
  };
}

function toDefinition(found: AnswerOf<'getWorkflow'>): DefinitionRecord {
  const { id, version, name, definition, dialect, savedAt } = found;
  return {
    id: workflowId(id),
    version: versionId(version),
    name,
    definition,
    dialect,
    savedAt: Date.parse(savedAt),
  };
}

async function forkThere(
  call: Client['call'],
  ...[id, options = {}]: Parameters<Runs['fork']>
): ReturnType<Runs['fork']> {
  const { user, idempotencyKey: key, ...rest } = options;
  refuseUser(user, 'forks runs');
  const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
  // What the engine takes and gives here is what the route takes and gives.
  const forked = await call('forkRun', { params: { id }, ...headers, body: rest as object });
  // The server sends the rows of its engine.
  return { id: runId(forked.run_id), reused: forked.reused, left: forked.left as never };
}

async function replayThere(
  call: Client['call'],
  ...[id, { with: change, onStarted } = {}]: Parameters<Runs['replay']>
): Promise<ReplayReport> {
  // The route takes the same changes.
  const body = change === undefined ? {} : { with: change as object };
  const report = await call('replayRun', { params: { id }, body });
  onStarted?.(runId(report.id));
  // The server sends the report of its engine.
  return report as unknown as ReplayReport;
}

function remoteRuns(call: Client['call'], client: Client): Runs {
  const get = async (id: string) =>
    // The server sends the run of its engine.
    (await call('getRun', { params: { id } })) as unknown as RunJson;
  return {
    start: (workflow, options = {}) => startThere(call, workflow, options),
    get,
    record: () => notThere('records of runs'),
    view: async (id, dialect) =>
      // The command has checked that it is one.
      dialect === undefined
        ? call('getInstance', { params: { id } })
        : // A view is an object of JSON.
          ((await call('getRun', {
            params: { id },
            // The command has checked that it is one.
            query: { view: dialect as 'native' },
          })) as unknown as JsonObject),
    async list(filter = {}) {
      const { workflow, user, q, order, cursor, limit } = filter;
      const status = filter.isQuarantined === true ? 'quarantined' : filter.status;
      refuseUser(user, 'lists runs');
      const page = await call('listRuns', {
        // Keys that are undefined are not sent.
        query: { status, workflow, q, order, cursor, limit: Math.min(limit ?? 50, 200) } as object,
      });
      return { items: page.items.map(toRecord), nextCursor: page.nextCursor };
    },
    events: (run, options) =>
      // The server sends the updates of its engine.
      client.events(run, options) as AsyncIterable<unknown> as AsyncIterable<RunUpdate>,
    journal: (run) => wholeJournal(call, run),
    explain: async (run, node) =>
      // The server sends the explanation of its engine.
      (await call('explainNode', {
        params: { id: run },
        query: { node },
      })) as unknown as Explanation,
    finished: (run) =>
      until(get, run, ({ status }) => status !== 'running' && status !== 'waiting'),
    settled: (run) => until(get, run, ({ status }) => status !== 'running'),
    responded: (run) => responseThere(call, run),
    async cancel(id, { reason } = {}) {
      await call('cancelRun', { params: { id }, body: reason === undefined ? {} : { reason } });
    },
    async release(id) {
      await call('releaseRun', { params: { id } });
    },
    async retry(id, node) {
      await call('retryNode', { params: { id }, body: { node } });
    },
    resume: (run, options) => resumeThere(call, run, options),
    migrate: (run, version, options) => migrateThere(call, run, { version, ...options }),
    fork: (run, options) => forkThere(call, run, options),
    replay: (run, options) => replayThere(call, run, options),
    rebuildProjections: () => notThere('rebuilding tables'),
    recorded: () => notThere('the calls of a run'),
    files: (id) => filesThere(call, id),
    file: (id, file) => openThere(client, id, file),
    export: async (id) =>
      // The server sends the bundle of its engine.
      (await call('exportRun', { params: { id } })) as unknown as RunBundle,
    async import(bundle, { ids = 'keep', user } = {}) {
      refuseUser(user, 'imports runs');
      // The server refuses what is not a bundle.
      const body = bundle as JsonObject;
      const { id, runs } = await call('importRuns', { query: { ids }, body });
      return { id: runId(id), runs: runs.map((each) => runId(each)) };
    },
    async delete(id) {
      await call('deleteRun', { params: { id } });
    },
    prune: () => notThere('deleting runs'),
  };
}

async function resumeThere(
  call: Client['call'],
  run: string,
  { version: wanted, input }: ResumeOptions = {},
): Promise<Resumed> {
  const body = withoutUndefined({ version: wanted, input });
  const resumed = await call('continueRun', { params: { id: run }, body });
  const { run_id: id, version, activations, below } = resumed;
  return {
    id: runId(id),
    version: versionId(version),
    activations,
    below: below.map((each) => runId(each)),
  };
}

async function migrateThere(
  call: Client['call'],
  id: string,
  { version, recorded, dryRun }: MoveOptions & { readonly version: string },
): Promise<MovedRun> {
  const body = withoutUndefined({ version, recorded, dryRun });
  // The server sends the report of its engine.
  return (await call('migrateRun', { params: { id }, body })) as unknown as MovedRun;
}

async function responseThere(call: Client['call'], id: string): Promise<RunAnswer> {
  for (;;) {
    const { response } = await call('getRunResponse', { params: { id }, query: { wait: 30 } });
    // The server sends the answer of its engine.
    if (response !== null) return { ...response, run: runId(response.run) } as RunAnswer;
  }
}

async function startThere(
  call: Client['call'],
  workflow: PlainOr<WorkflowId> | object,
  options: NonNullable<Parameters<Runs['start']>[1]>,
): Promise<Started> {
  const { input, start, trigger, version, dialect, user, idempotencyKey, trace, offline } = options;
  refuseUser(user, 'starts runs');
  const named =
    typeof workflow === 'string'
      ? { id: workflow, version }
      : // The server refuses what is not an object of JSON.
        await saveThere(call, isObject(workflow as Json) ? (workflow as JsonObject) : {}, {
          dialect,
        });
  const started = await call('runWorkflow', {
    params: { id: named.id },
    headers: withoutUndefined({ 'idempotency-key': idempotencyKey, traceparent: trace }),
    body: withoutUndefined({ input, start, trigger, version: named.version, offline }),
  });
  const { run_id: id, diagnostics, debounced } = started;
  return { id: runId(id), ...withoutUndefined({ diagnostics, debounced }) };
}

const pollMs = 200;

async function until(
  get: (id: string) => Promise<RunJson>,
  id: string,
  isThere: (run: RunJson) => boolean,
): Promise<RunJson> {
  for (;;) {
    const run = await get(id);
    if (isThere(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function wholeJournal(call: Client['call'], id: string): Promise<readonly RunEvent[]> {
  const rows: RunEvent[] = [];
  for (;;) {
    const query = { after: rows.at(-1)?.seq ?? 0 };
    const page = await call('runJournal', { params: { id }, query });
    // Rows are the events of the kernel.
    rows.push(...(page.items as unknown as readonly RunEvent[]));
    if (page.nextCursor === null) return rows;
  }
}

function toRecord(item: AnswerOf<'listRuns'>['items'][number]): RunRecord {
  const { id, workflow, status, parent, createdAt, updatedAt, seq, quarantinedAt } = item;
  return {
    id: runId(id),
    workflow: { id: workflowId(workflow.id), version: versionId(workflow.version) },
    ...(workflow.name === null ? {} : { name: workflow.name }),
    status,
    ...(parent === undefined ? {} : { parent: { ...parent, run: runId(parent.run) } }),
    depth: parent === undefined ? 0 : 1,
    createdAt: Date.parse(createdAt),
    updatedAt: Date.parse(updatedAt),
    seq,
    quarantinedAt: quarantinedAt === undefined ? undefined : Date.parse(quarantinedAt),
  };
}

async function filesThere(call: Client['call'], id: string): Promise<readonly FileAbout[]> {
  const { items } = await call('listRunFiles', { params: { id } });
  return items.map((about) => ({ ...about, run: runId(about.run) }));
}

async function openThere(client: Client, run: string, file: string): Promise<OpenFile> {
  const all = await filesThere((name, given) => client.call(name, given), run);
  const about = all.find((each) => each.id === file);
  if (about === undefined) throw new EngineError('RUN_FILE_NOT_FOUND', { file });
  return { ...about, bytes: () => downloaded(client, run, file) };
}

async function* downloaded(client: Client, run: string, file: string): AsyncGenerator<Uint8Array> {
  const { body } = await client.download(run, file);
  if (body !== null) yield* body;
}
