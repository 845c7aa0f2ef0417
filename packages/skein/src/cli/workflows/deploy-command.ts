// `skein deploy`
// D1. Everything is read, checked and compared before the first definition is saved.
// D2. What is equal is not saved: a deployment that changes nothing makes no versions.
import { diffWorkflows, formatDiff, type WorkflowDiff } from '@skein/dialects';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import type { ComposedWorkflows } from '../../parts/compose-workflows.ts';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { definitionsBelow, type ReadDefinition } from '../inputs/definitions-below.ts';
import { readCompiler } from '../inputs/read-compiler.ts';
import { count } from '../output/count.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withEngine } from '../runs/with-engine.ts';

interface Planned extends ReadDefinition {
  readonly change: 'new' | 'changed' | 'unchanged';
  readonly diff: WorkflowDiff | null;
}

export async function deployCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [folder = '.'] = given.positionals;
  const isDry = given.has('dry-run');
  const compile = await readCompiler(given);
  const read = await definitionsBelow(folder, compile);
  if (read.length === 0)
    throw usageError(
      `There is no definition in ${folder} or below it.`,
      'Name another folder. Workflows in code are saved by the process that runs them.',
    );
  const planned = await withEngine(call, async ({ workflows }) => {
    const all: Planned[] = [];
    for (const each of read) all.push(await plan(each, workflows, compile));
    if (isDry) return all;
    for (const { change, definition } of all)
      if (change !== 'unchanged') await workflows.save(definition);
    return all;
  });
  if (isJson) {
    const workflows = planned.map(({ file, id, change, diff }) => ({
      file,
      id,
      change,
      diff,
    }));
    printJson(terminal, { dryRun: isDry, workflows });
    return 0;
  }
  for (const { file, id, change, diff } of planned) {
    terminal.data(`${change.padEnd(9)}  ${visibleLine(id)}  ${visibleLine(file)}\n`);
    if (diff !== null && !diff.equal) terminal.foreignData(formatDiff(diff));
  }
  const saved = planned.filter(({ change }) => change !== 'unchanged').length;
  terminal.data(`${count(saved, 'workflow')} ${isDry ? 'would be saved' : 'saved'}\n`);
  return 0;
}

async function plan(
  read: ReadDefinition,
  workflows: Engine['workflows'],
  compile: ComposedWorkflows['compile'],
): Promise<Planned> {
  const stored = await newestOf(workflows, read.id);
  if (stored === null) return { ...read, change: 'new', diff: null };
  const { workflow: before } = compile(stored.definition, { dialect: stored.dialect });
  // One that cannot be read any more differs in any case.
  if (before === null) return { ...read, change: 'changed', diff: null };
  const diff = diffWorkflows({ before, after: read.workflow });
  return { ...read, change: diff.equal ? 'unchanged' : 'changed', diff };
}

async function newestOf(workflows: Engine['workflows'], id: string) {
  try {
    return (await workflows.get(id)) ?? null;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return null;
    throw error;
  }
}
