// Commands that inspect runs, and the one that cancels them.
import type { Engine, RunJson } from '@skein/engine';
import { toIsoTime, type Json } from '@skein/kernel';
import { EngineError, hasEnded, type RunFilter, type RunRecord } from '@skein/ports';
import type { CommandCall } from '../arguments/command.ts';
import { readLimit } from '../inputs/read-limit.ts';
import { jsonText } from '../output/json-text.ts';
import { printJson } from '../output/print-json.ts';
import { briefly, explainNodes, formatExplanation } from '../run/explain-nodes.ts';
import { printFailure, printRun } from '../run/print-run.ts';
import { storeOption } from '../run/store-option.ts';
import { keptStoreUrl } from '../inputs/store-url.ts';
import { visibleLine } from '../output/visible-text.ts';
import { isRemote } from '../../remote/is-remote.ts';
import { withEngine, withReadingEngine } from './with-engine.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function listRuns(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const isQuarantined = given.one('status') === 'quarantined';
  const filter: RunFilter = withoutUndefined({
    order: 'newest' as const,
    limit: readLimit(given.one('limit')),
    // The table has checked that it is one.
    status: isQuarantined ? undefined : (given.one('status') as RunFilter['status']),
    isQuarantined: isQuarantined || undefined,
    isUnfinished: isQuarantined || undefined,
    workflow: given.one('workflow'),
    user: given.one('user'),
    q: given.one('q'),
    cursor: given.one('cursor'),
  });
  const page = await withReadingEngine(call, ({ runs }) => runs.list(filter));
  if (isJson) {
    printJson(terminal, page);
    return 0;
  }
  for (const record of page.items) terminal.data(`${formatRecord(record)}\n`);
  if (page.items.length === 0) terminal.note('No runs.\n');
  if (page.nextCursor !== null) {
    terminal.note(`More: --cursor '${visibleLine(page.nextCursor)}'\n`);
  }
  return 0;
}

const statusWidth = 11;

function formatRecord(record: RunRecord): string {
  const { id, workflow, name, user, updatedAt, quarantinedAt } = record;
  // One that was cancelled stands still for another reason.
  const isAside = quarantinedAt !== undefined && !hasEnded(record);
  const status = isAside ? 'quarantined' : record.status;
  const title = name === undefined ? workflow.id : `${workflow.id} (${name})`;
  const whose = user === undefined ? [] : [visibleLine(user)];
  const shown = visibleLine(title, 60);
  return [id, status.padEnd(statusWidth), toIsoTime(updatedAt), shown, ...whose].join('  ');
}

export async function showRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = ''] = given.positionals;
  const view = given.one('view');
  return withReadingEngine(call, async (engine) => {
    const { runs } = engine;
    if (given.has('journal')) {
      const rows = await runs.journal(id);
      if (isJson) printJson(terminal, rows);
      else for (const row of rows) terminal.foreignData(`${JSON.stringify(row)}\n`);
      return 0;
    }
    const aside = given.has('rebuild') ? null : await setAside(engine, id);
    if (aside !== null) return showStored(call, engine, aside);
    const run = await runs.get(id).catch(withoutCode);
    if (run === null) return showStored(call, engine, await runs.record(id));
    if (isJson || view !== undefined) {
      printJson(terminal, view === undefined ? run : await runs.view(id, view));
      return 0;
    }
    terminal.foreignData(formatNodes(run));
    printFailure(terminal, run);
    const store = keptStoreUrl(given, call.command.name);
    printRun(terminal, run, { isShown: false, storeOption: await storeOption(store) });
    return 0;
  });
}

/** The record of a run that is quarantined: replaying its journal may kill whoever does it. Null for any other; a server knows it itself. */
async function setAside(engine: Engine, id: string): Promise<RunRecord | null> {
  if (isRemote(engine)) return null;
  const record = await engine.runs.record(id);
  return record.quarantinedAt === undefined ? null : record;
}

async function refuseSetAside(engine: Engine, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    if ((await setAside(engine, id)) !== null)
      throw new EngineError('RUN_QUARANTINED', { run: id, deaths: 0 });
  }
}

/** Null where the code of its workflow is not loaded here: what is stored can be read without. */
function withoutCode(error: unknown): null {
  if (error instanceof EngineError && error.code === 'WORKFLOW_INVALID') return null;
  throw error;
}

/** As its row in the store has it. */
async function showStored(
  { arguments: given, terminal, isJson }: CommandCall,
  engine: Engine,
  record: RunRecord,
): Promise<number> {
  const view = given.one('view') ?? 'native';
  if (view !== 'native') await refuseSetAside(engine, record.id);
  const { storedRun } = await import('@skein/server');
  if (isJson || given.has('view')) printJson(terminal, await storedRun(engine, record));
  else {
    terminal.data(`${formatRecord(record)}\n`);
    if (record.status === 'failed') terminal.foreignData(await lastFailure(engine, record));
    terminal.note(
      record.quarantinedAt === undefined
        ? 'The code of its workflow is not loaded here, so it is shown as it is stored: --journal prints its rows.\n'
        : 'It is quarantined, and shown as it is stored: --journal prints its rows, --rebuild replays them here.\n',
    );
  }
  return 0;
}

async function lastFailure({ runs }: Engine, { id }: RunRecord): Promise<string> {
  const rows = await runs.journal(id);
  const last = rows.findLast(({ type }) => type === 'attempt.failed' || type === 'node.failed');
  if (last === undefined || !('failure' in last) || last.failure === undefined) return '';
  const { code, message } = last.failure;
  return `  ${code}: ${visibleLine(message)}\n`;
}

function formatNodes({ id, workflow, nodes, warnings = [] }: RunJson): string {
  const lines = Object.entries(nodes).map(([node, { status, activations }]) => {
    const times = activations > 1 ? ` (${activations} times)` : '';
    return `  ${visibleLine(node)}: ${status}${times}\n`;
  });
  const warned = warnings.map(
    ({ node, message }) => `  warning at ${visibleLine(node)}: ${visibleLine(message)}\n`,
  );
  const all = [...lines, ...warned].join('');
  return `${id} of ${visibleLine(workflow.id)} ${workflow.version}\n${all}`;
}

export async function explainRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = '', node] = given.positionals;
  if (node === undefined) return explainAll(call, id);
  const explanation = await withReadingEngine(call, async (engine) => {
    await refuseSetAside(engine, id);
    return engine.runs.explain(id, node);
  });
  if (isJson) printJson(terminal, explanation);
  else terminal.foreignData(formatExplanation(explanation));
  return 0;
}

/** Every node in the order of the definition, each in its first sentence and, where it never ran, the reason. */
async function explainAll(call: CommandCall, id: string): Promise<number> {
  const { terminal, isJson } = call;
  const explained = await withReadingEngine(call, async (engine) => {
    await refuseSetAside(engine, id);
    return explainNodes(engine, id, Object.keys((await engine.runs.get(id)).nodes));
  });
  if (isJson) printJson(terminal, { run: id, nodes: explained });
  else for (const each of explained) terminal.foreignData(`${briefly(each)}\n`);
  return 0;
}

export async function cancelRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = ''] = given.positionals;
  const reason = given.one('reason');
  return withEngine(call, async (engine) => {
    const { runs } = engine;
    const aside = await setAside(engine, id);
    await runs.cancel(id, reason === undefined ? {} : { reason });
    if (isJson && aside !== null) {
      const { storedRun } = await import('@skein/server');
      printJson(terminal, await storedRun(engine, await runs.record(id)));
    } else if (isJson) printJson(terminal, await runs.get(id));
    else terminal.note(`${id} was cancelled.\n`);
    return 0;
  });
}

export async function releaseRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = ''] = given.positionals;
  return withEngine(call, async ({ runs }) => {
    await runs.release(id);
    if (isJson) printJson(terminal, { id, released: true });
    else terminal.note(`${id} is released: whoever drives the runs of this store continues it.\n`);
    return 0;
  });
}

export async function diffRuns(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [before = '', after = ''] = given.positionals;
  const { compareRuns } = await import('@skein/api');
  const found = await withReadingEngine(call, async (engine) => {
    await refuseSetAside(engine, before, after);
    return compareRuns(await engine.runs.get(before), await engine.runs.get(after));
  });
  const differences = found.map((each) => ({ ...each, what: visibleLine(each.what) }));
  const isEqual = differences.length === 0;
  if (isJson) printJson(terminal, { equal: isEqual, differences });
  else if (isEqual) terminal.data('The runs are equal.\n');
  for (const { what, before: was, after: is } of isJson ? [] : differences) {
    terminal.foreignData(`${what}\n  - ${shortJson(was)}\n  + ${shortJson(is)}\n`);
  }
  return !isEqual && given.has('exit-code') ? 1 : 0;
}

function shortJson(value: Json): string {
  return visibleLine(jsonText(value), 200);
}
