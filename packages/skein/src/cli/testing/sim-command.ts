import { checkJsonSchema, scriptedModel, type Script } from '@skein/agents';
import type { Json } from '@skein/kernel';
import type { ToolSource } from '@skein/ports';
import { checkValuesHere } from '../../parts/check-values.ts';
import { composeWorkflows } from '../../parts/compose-workflows.ts';
import { composeTools } from '../../parts/compose-tools.ts';
import type { CommandCall } from '../arguments/command.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import { count } from '../output/count.ts';
import { loadConfig, type ConfiguredOptions } from '../inputs/load-config.ts';
import { printJson } from '../output/print-json.ts';
import { requireDefinition } from '../inputs/read-definition.ts';
import { readInput } from '../inputs/read-input.ts';
import { readScriptOption } from '../inputs/read-script.ts';
import { visibleText } from '../output/visible-text.ts';

const seedsMax = 1_000_000;

export async function simCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [file = '-'] = given.positionals;
  const { from, to } = readSeeds(given.one('seed'), given.one('seeds'));
  const configured = await loadConfig(given);
  const workflow = await requireWorkflow(file, configured);
  const written = given.one('input');
  const input = written === undefined ? {} : { input: await readInput(written, terminal) };
  const script = await readScriptOption(given);
  const [simulation, { memoryStore }] = await Promise.all([
    import('@skein/simulation'),
    import('@skein/stores'),
  ]);
  const { simulate, virtualClock, Flights, sleepingClock, sameAfterCrash, progressOf } = simulation;
  const ends: { [status: string]: number } = {};
  const failures: { readonly seed: number; readonly message: string }[] = [];
  let processes = 0;
  let rows = 0;
  for (let seed = from; seed <= to; seed++) {
    const clock = virtualClock();
    const flights = new Flights();
    const sleeping = sleepingClock(clock);
    const { compile, ...composed } = composeWorkflows({ ...configured, clock: sleeping });
    const nodeTypes = sameAfterCrash(composed.nodeTypes, flights);
    const progress = progressOf(flights);
    const checks = { checkSchema: checkJsonSchema, checkAhead: checkValuesHere };
    const world = { seed, workflow, nodeTypes, compile, clock, progress, ...checks };
    const models = scriptedModel(script, { clock: sleeping });
    const tools = toolsOf(configured, script);
    const command = (failed: number) => `skein sim ${file} --seed ${failed}`;
    // Every other seed: what waits is in the store only, and comes back for each answer.
    const durable = seed % 2 === 0 ? { durable: { residentMax: 0 } } : {};
    try {
      const more = { ...input, models, tools, command, store: memoryStore, ...durable };
      const report = await simulate({ ...world, ...more });
      ends[report.status] = (ends[report.status] ?? 0) + 1;
      processes += report.engines;
      rows += Object.values(report.rows).flat().length;
    } catch (error) {
      failures.push({ seed, message: error instanceof Error ? error.message : String(error) });
    }
  }
  const seeds = to - from + 1;
  if (isJson) printJson(terminal, { seeds, ends, rows, processes, failures });
  else {
    for (const { message } of failures) terminal.note(`${visibleText(message)}\n`);
    const ended = Object.entries(ends).map(([status, number]) => `${number} ${status}`);
    terminal.data(`${[count(seeds, 'seed'), ...ended, count(rows, 'row')].join(', ')}\n`);
    terminal.data(
      failures.length === 0
        ? 'No invariant was violated.\n'
        : `${count(failures.length, 'seed')} failed.\n`,
    );
  }
  return failures.length === 0 ? 0 : 1;
}

function readSeeds(
  seed: string | undefined,
  seeds: string | undefined,
): { readonly from: number; readonly to: number } {
  const from = seed === undefined ? 1 : Number(seed);
  const to = seed === undefined ? Number(seeds) : from;
  const isSound = [from, to].every((each) => Number.isInteger(each) && each >= 1);
  if (isSound && to - from < seedsMax) return { from, to };
  throw usageError(
    '--seed and --seeds must be whole numbers, 1 or more.',
    'For example: --seeds 100.',
  );
}

/** Those of modules and of the script: what a server answers is not the same for the same seed. */
function toolsOf({ tools = {} }: ConfiguredOptions, script: Script | undefined): ToolSource {
  return composeTools({ tools, script });
}

async function requireWorkflow(file: string, configured: ConfiguredOptions): Promise<object> {
  const definition: Json = await requireDefinition(file, undefined);
  const { graph, diagnostics } = composeWorkflows(configured).compile(definition);
  if (graph !== null && typeof definition === 'object' && definition !== null) return definition;
  throw problemError('WORKFLOW_INVALID', { diagnostics });
}
