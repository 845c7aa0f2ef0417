// Converting
// From the definition's dialect into native form, and from there into the words of another dialect. What that one cannot
// say is listed; nothing is dropped silently.
import {
  exportDefinition,
  findDialect,
  importSource,
  isImportFormat,
  isNotImported,
  type Dialect,
  type Exported,
  type ImportedSource,
} from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import type { ComposedWorkflows } from '../../parts/compose-workflows.ts';
import type { CommandCall } from '../arguments/command.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import { formatDiagnostics } from '../output/format-diagnostics.ts';
import { jsonText } from '../output/json-text.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { printJson } from '../output/print-json.ts';
import { allowsPython } from '../inputs/allows-python.ts';
import { fileOrStored } from '../inputs/read-definition.ts';
import { readCompiler } from '../inputs/read-compiler.ts';
import { readingOf, type Reading } from '../inputs/reading.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeText } from '../output/write-text.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function convertCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [file = '-'] = given.positionals;
  const target = targetOf(given);
  const reading = sourceOf(given);
  const definition = await fileOrStored(file, given, reading);
  const ask = remoteCall(given);
  const imported = importOf(definition, given, reading);
  const { from, converted } =
    imported !== null
      ? {
          from: imported.format,
          converted: fromImported(await readCompiler(given), imported, target),
        }
      : ask === null
        ? convert(await readCompiler(given), { definition, reading, target })
        : await convertThere(ask, { definition, reading, target });
  const { losses } = converted;
  const about = { file, from, to: target.name };
  const out = given.one('out');
  const text = `${jsonText(converted.definition)}\n`;
  if (out !== undefined) await writeText(out, text);
  if (imported === null) noteLosses(terminal, losses, target);
  else noteImport(terminal, losses);
  if (isJson) {
    const result =
      out === undefined
        ? { definition: converted.definition }
        : { out, bytes: Buffer.byteLength(text) };
    printJson(terminal, { ...about, ...result, losses });
  } else if (out === undefined) terminal.foreignData(text);
  else terminal.note(`Wrote ${out} (${Buffer.byteLength(text)} bytes).\n`);
  return 0;
}

function targetOf(given: ParsedArguments): Dialect {
  const name = given.one('to');
  if (name === undefined) {
    throw usageError('`skein convert` needs --to.', 'Name the dialect to convert to.');
  }
  return requireDialect(name);
}

function requireDialect(name: string): Dialect {
  const dialect = findDialect(name);
  if (dialect !== null) return dialect;
  throw usageError(`No dialect is called "${name}".`);
}

function sourceOf(given: ParsedArguments): Reading {
  const { dialect, ...rest } = readingOf(given);
  const from = given.one('from');
  if (from !== undefined && dialect !== undefined && from !== dialect) {
    throw usageError('--from and --dialect contradict each other.', 'Give only one of them.');
  }
  return withoutUndefined({ ...rest, dialect: from ?? dialect });
}

/** A document of another product; null for a definition. What `--from` names goes before what the shape says. */
function importOf(
  definition: Json,
  given: ParsedArguments,
  { dialect }: Reading,
): ImportedSource | null {
  if (dialect !== undefined && !isImportFormat(dialect)) return null;
  const options = withoutUndefined({ format: dialect, python: allowsPython(given) });
  const imported = importSource(definition, options);
  if (imported === null && (dialect !== undefined || isNotImported(definition))) {
    const file = given.positionals[0] ?? '-';
    throw problemError('IMPORT_UNKNOWN', { file, format: dialect ?? null });
  }
  return imported;
}

function fromImported(
  compile: ComposedWorkflows['compile'],
  { definition, losses }: ImportedSource,
  target: Dialect,
): Exported {
  const { workflow, graph, diagnostics } = compile(definition, { dialect: 'native' });
  if (workflow === null || graph === null)
    throw problemError('NOT_CONVERTIBLE', { dialect: 'native', losses, diagnostics });
  if (target.name === 'native') return { definition, losses };
  const exported = exportDefinition(workflow, target);
  return { definition: exported.definition, losses: [...losses, ...exported.losses] };
}

interface Conversion {
  readonly definition: unknown;
  readonly reading: Reading;
  readonly target: Dialect;
}

function convert(
  compile: ComposedWorkflows['compile'],
  { definition, reading, target }: Conversion,
): { readonly from: string; readonly converted: Exported } {
  const { dialect, workflow, graph, diagnostics } = compile(definition, reading);
  if (dialect === null || workflow === null || graph === null) {
    throw problemError('WORKFLOW_INVALID', { diagnostics });
  }
  const converted = exportDefinition(workflow, target);
  // The result must be usable: a definition that cannot run is not a conversion.
  const { start } = reading;
  const begin = start === undefined || dialect !== target.name ? {} : { start };
  const made = compile(converted.definition, { ...begin, dialect: target.name });
  if (made.graph !== null) return { from: dialect, converted };
  throw problemError('NOT_CONVERTIBLE', {
    dialect: target.name,
    losses: converted.losses,
    diagnostics: made.diagnostics,
  });
}

/** By a server, which may know other node types and agents. */
async function convertThere(
  ask: RemoteCall,
  given: Conversion,
): Promise<{ readonly from: string; readonly converted: Exported }> {
  const { definition, reading, target } = given;
  const { from, ...converted } = await ask('convertWorkflow', {
    // It was read from JSON, and the dialect is one of the choices.
    body: definition as JsonObject,
    // The dialect is one of the choices.
    query: { to: target.name, ...(reading as object) },
  });
  return { from, converted };
}

function noteImport(terminal: Terminal, losses: Exported['losses']): void {
  if (losses.length === 0) return;
  terminal.note('What is left to do:\n');
  terminal.note(formatDiagnostics(losses, terminal.paint));
}

function noteLosses(terminal: Terminal, losses: Exported['losses'], { name }: Dialect): void {
  if (losses.length === 0) return;
  terminal.note(`What ${name} cannot express:\n`);
  terminal.note(formatDiagnostics(losses, terminal.paint));
}
