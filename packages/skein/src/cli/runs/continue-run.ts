// Commands that continue a run: they do one thing, and then drive it as `skein run` does.
import process from 'node:process';
import type { Engine, ForkChange, ForkOptions } from '@skein/engine';
import { EngineError } from '@skein/ports';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { count } from '../output/count.ts';
import { parseValue } from '../inputs/parse-value.ts';
import { noteElsewhere } from '../progress/note-elsewhere.ts';
import type { Progress } from '../progress/progress.ts';
import { watchRun } from '../progress/watch-run.ts';
import { requireDefinition } from '../inputs/read-definition.ts';
import { finishRun, progressOf } from '../run/execute-run.ts';
import { readAnswerer } from '../inputs/read-answerer.ts';
import { parseAnswer, type GivenAnswer } from '../inputs/parse-answer.ts';
import { pickAnswer } from '../run/pick-answer.ts';
import { printJson } from '../output/print-json.ts';
import { isRemote } from '../../remote/is-remote.ts';
import { printFailure, printRun } from '../run/print-run.ts';
import { readInput } from '../inputs/read-input.ts';
import { runExitCode } from '../run/run-exit-code.ts';
import { storeOption } from '../run/store-option.ts';
import { keptStoreUrl } from '../inputs/store-url.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withEngine, withReadingEngine } from './with-engine.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function tailRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = ''] = given.positionals;
  return withReadingEngine(call, async (engine) => {
    await engine.runs.get(id);
    const leave = () => process.exit(130);
    process.once('SIGINT', leave);
    const tree = given.has('tree');
    const shown = isJson ? jsonLines(terminal) : await progressOf(engine, id, terminal);
    const progress = tree && !isJson ? treeLines(terminal, id, shown) : shown;
    const watch = watchRun(engine, { id, after: 0, tree }, progress);
    try {
      const run = await engine.runs.settled(id, noteElsewhere(terminal));
      await watch.caughtUp(run.seq);
      if (isJson) terminal.foreignData(`${JSON.stringify({ type: 'run', run })}\n`);
      else {
        printFailure(terminal, run);
        const option = await storeOption(keptStoreUrl(given, call.command.name));
        printRun(terminal, run, { isShown: false, storeOption: option });
      }
      return runExitCode(run);
    } finally {
      process.off('SIGINT', leave);
      await watch.close();
    }
  });
}

/** A line for everything that happens; the whole run comes in the last one. */
function jsonLines(terminal: Terminal): Progress {
  return {
    update: (update) => terminal.foreignData(`${JSON.stringify(update)}\n`),
    pause() {},
    close() {},
  };
}

/** What the runs below it do is a line each. */
function treeLines(terminal: Terminal, id: string, own: Progress | null): Progress {
  return {
    update(update) {
      if (update.run === undefined || update.run === id) return own?.update(update);
      for (const fact of update.type === 'event' ? update.derived : []) {
        if (!toldFacts.has(fact.type) || !('node' in fact)) continue;
        const what = fact.type.replace('activation.', '');
        terminal.note(`${visibleLine(`${update.run}  ${fact.node}  ${what}`)}\n`);
      }
    },
    pause: () => own?.pause(),
    close: () => own?.close(),
  };
}

const toldFacts: ReadonlySet<string> = new Set([
  'activation.started',
  'activation.completed',
  'activation.failed',
]);

export async function answerRun(call: CommandCall): Promise<number> {
  const [id = '', ...written] = call.arguments.positionals;
  const given = written.map(parseAnswer);
  const answerer = readAnswerer(call.arguments);
  return withEngine(call, async (engine) => {
    if (isRemote(engine) && (await isHidden(engine, id))) {
      return answerForOther(engine, call, { id, given });
    }
    const { seq } = await engine.runs.get(id);
    const awaiting = noteElsewhere(call.terminal);
    const taken: string[] = [];
    try {
      for (const answer of given) {
        const { waits, status } = await engine.runs.settled(id, awaiting);
        const picked = pickAnswer([answer], waits);
        if (picked === undefined) throw noWait({ id, written: answer.written, status, waits });
        await engine.waits.answer(picked.wait.id, picked.answer, answerer);
        taken.push(answer.written);
      }
    } catch (error) {
      noteTaken(call.terminal, { id, given: given.map(({ written }) => written), taken });
      throw error;
    }
    return driveOn(engine, call, { id, after: seq });
  });
}

/** Whether this is the run of somebody else, with waits that name the user of the key: all that they may see of it. */
async function isHidden(engine: Engine, id: string): Promise<boolean> {
  try {
    await engine.runs.get(id);
    return false;
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'RUN_NOT_FOUND') throw error;
    if ((await engine.waits.list({ run: id, limit: 1 })).items.length === 0) throw error;
    return true;
  }
}

/** Answers waits of a run that cannot be followed from here. */
async function answerForOther(
  engine: Engine,
  { terminal, isJson }: CommandCall,
  { id, given }: { readonly id: string; readonly given: readonly GivenAnswer[] },
): Promise<number> {
  const answered = [];
  for (const answer of given) {
    const { items } = await engine.waits.list({ run: id });
    const picked = pickAnswer([answer], items);
    if (picked === undefined) {
      throw noWait({ id, written: answer.written, status: 'waiting', waits: items });
    }
    answered.push(await engine.waits.answer(picked.wait.id, picked.answer));
    terminal.note(`taken    ${visibleLine(answer.written)}\n`);
  }
  if (isJson) printJson(terminal, { answered });
  else terminal.note('The run belongs to somebody else, and cannot be followed from here.\n');
  return 0;
}

/** Of several answers each counts by itself, so an error must say which of them did. */
function noteTaken(
  terminal: Terminal,
  answers: {
    readonly id: string;
    readonly given: readonly string[];
    readonly taken: readonly string[];
  },
): void {
  const { id, given, taken } = answers;
  if (given.length < 2) return;
  for (const written of taken) terminal.note(`taken    ${visibleLine(written)}\n`);
  for (const written of given.slice(taken.length))
    terminal.note(`not used ${visibleLine(written)}\n`);
  if (taken.length > 0) terminal.note(`\`skein runs tail ${id}\` continues the run.\n`);
}

function noWait(found: {
  readonly id: string;
  readonly written: string;
  readonly status: string;
  readonly waits: readonly { readonly node: string }[];
}): EngineError {
  const { id, written, status, waits } = found;
  if (status !== 'waiting' && status !== 'running') {
    return new EngineError('RUN_ENDED', { run: id, status });
  }
  const open = waits.map(({ node }) => `"${node}"`).join(', ');
  const hint = open === '' ? 'The run has no open waits.' : `Open waits are at ${open}.`;
  return new EngineError('WAIT_NOT_FOUND', { wait: written.split('=', 1)[0] ?? '' }, { hint });
}

export async function retryRun(call: CommandCall): Promise<number> {
  const [id = '', node = ''] = call.arguments.positionals;
  return withEngine(call, async (engine) => {
    const { seq } = await engine.runs.get(id);
    await engine.runs.retry(id, node).catch((error: unknown) => {
      throw withForkHint(error, { id, node });
    });
    return driveOn(engine, call, { id, after: seq });
  });
}

function withForkHint(
  error: unknown,
  { id, node }: { readonly id: string; readonly node: string },
) {
  if (!(error instanceof EngineError) || error.code !== 'RUN_ENDED') return error;
  const hint = `To go on: skein runs resume ${id}. In a new run: skein runs fork ${id} --from '${node}'.`;
  // They belong to this code.
  return new EngineError('RUN_ENDED', error.details as { run: string; status: string }, { hint });
}

export async function resumeRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal } = call;
  const [id = ''] = given.positionals;
  const input = given.one('input');
  const options = withoutUndefined({
    version: given.one('version'),
    input: input === undefined ? undefined : await readInput(input, terminal),
  });
  return withEngine(call, async (engine) => {
    const { seq } = await engine.runs.get(id);
    const { activations, below } = await engine.runs.resume(id, options);
    for (const { node, activation } of activations) {
      terminal.note(`tries ${visibleLine(node)}#${activation} again\n`);
    }
    for (const child of below) terminal.note(`resumes ${child} too\n`);
    return driveOn(engine, call, { id, after: seq });
  });
}

export async function forkRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal } = call;
  const [source = ''] = given.positionals;
  const options = await readFork(call);
  return withEngine(call, async (engine) => {
    const { id, reused, left } = await engine.runs.fork(source, options);
    terminal.note(`Run ${id} reuses ${count(reused, 'row')} of ${visibleLine(source)}.\n`);
    for (const { seq, type, node, activation, reason } of left) {
      const where = node === undefined ? '' : ` of ${visibleLine(node)}#${activation ?? 1}`;
      terminal.note(`  row ${seq} was not reused (${type}${where}): ${reason}\n`);
    }
    return driveOn(engine, call, { id, after: reused + 1 });
  });
}

async function readFork({ arguments: given, terminal }: CommandCall): Promise<ForkOptions> {
  const from = given.one('from');
  const input = given.one('input');
  const file = given.one('definition');
  const definition = file === undefined ? undefined : await requireDefinition(file, undefined);
  if (file !== undefined && (typeof definition !== 'object' || definition === null)) {
    throw usageError(`${file} is not a definition.`);
  }
  return withoutUndefined({
    from: from === undefined ? undefined : readPlace(from),
    input: input === undefined ? undefined : await readInput(input, terminal),
    // Anything else was refused above.
    definition: definition as object | undefined,
    changes: given.all('change').map(readChange),
  });
}

/** `node` or `node#2`. */
function readPlace(written: string): { readonly node: string; readonly activation?: number } {
  const found = /^(.+)#([1-9][0-9]*)$/su.exec(written);
  if (found === null) return { node: written };
  return { node: found[1] ?? '', activation: Number(found[2]) };
}

function readChange(written: string): ForkChange {
  const at = written.indexOf('=');
  if (at === -1) {
    throw usageError(`--change "${written}" has no "=".`, 'Write the node, "=" and the value.');
  }
  const { value } = parseValue(written.slice(at + 1), '--change');
  return { ...readPlace(written.slice(0, at)), result: { value } };
}

async function driveOn(
  engine: Engine,
  call: CommandCall,
  { id, after }: { readonly id: string; readonly after: number },
): Promise<number> {
  const isDetached = call.arguments.has('detach');
  const option = await storeOption(keptStoreUrl(call.arguments, call.command.name));
  const answerer = readAnswerer(call.arguments);
  const end = { id, after, isDetached, storeOption: option, answers: [], answerer, explain: [] };
  return finishRun(engine, end, call);
}
