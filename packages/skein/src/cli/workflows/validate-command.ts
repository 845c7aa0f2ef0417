import type { Engine } from '@skein/engine';
import type { Diagnostic, Json } from '@skein/kernel';
import type { ComposedWorkflows } from '../../parts/compose-workflows.ts';
import type { CommandCall } from '../arguments/command.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { formatDiagnostics } from '../output/format-diagnostics.ts';
import { count } from '../output/count.ts';
import type { Paint } from '../output/paint.ts';
import { printJson } from '../output/print-json.ts';
import { loadConfig } from '../inputs/load-config.ts';
import { readCompiler } from '../inputs/read-compiler.ts';
import { readDefinition } from '../inputs/read-definition.ts';
import { readingOf, type Reading } from '../inputs/reading.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { serverOf } from '../inputs/store-url.ts';
import { visibleLine } from '../output/visible-text.ts';

interface CheckedFile {
  readonly file: string;
  readonly valid: boolean;
  /** Null when it has none. */
  readonly dialect: string | null;
  /** Empty when the definition could not be read. */
  readonly version: string;
  readonly nodes: number;
  readonly edges: number;
  readonly diagnostics: readonly Diagnostic[];
}

export async function validateCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const compile = await readCompiler(given);
  const ask = remoteCall(given);
  const isStrict = given.has('strict');
  const reading = readingOf(given);
  const checks = { compile, reading, isStrict, ask, engine: await lookingEngine(given) };
  const checked: CheckedFile[] = [];
  try {
    for (const file of given.positionals) checked.push(await checkFile(file, checks));
  } finally {
    await checks.engine?.close();
  }
  const valid = checked.every((each) => each.valid);
  if (isJson) {
    printJson(terminal, {
      valid,
      diagnostics: checked.flatMap(({ file, diagnostics }) =>
        diagnostics.map((diagnostic) => ({ file, ...diagnostic })),
      ),
      files: checked.map(({ file, valid: isValid, dialect, version, nodes, edges }) => ({
        file,
        valid: isValid,
        dialect,
        version,
        nodes,
        edges,
      })),
    });
  } else for (const each of checked) terminal.data(formatChecked(each, terminal.paintData));
  return valid ? 0 : 2;
}

interface Checks {
  readonly compile: ComposedWorkflows['compile'];
  readonly reading: Reading;
  readonly isStrict: boolean;
  /** Who is asked what is wrong with it: a server may know other functions, tools and agents. */
  readonly ask: RemoteCall | null;
  /** Who looks for models and tools; null when nobody was asked to. */
  readonly engine: Engine | null;
}

/** Loaded only when asked for: to validate takes no engine. A server looks by itself. */
async function lookingEngine(given: ParsedArguments): Promise<Engine | null> {
  if (!given.has('preflight') || serverOf(given) !== undefined) return null;
  const { createEngine } = await import('../../embedding/create-engine.ts');
  return createEngine({ ...(await loadConfig(given)), store: 'memory' });
}

async function checkFile(file: string, checks: Checks): Promise<CheckedFile> {
  const { compile, reading, isStrict, ask, engine } = checks;
  const read = await readDefinition(file, reading.dialect);
  const compiled = read.ok ? compile(read.definition, reading) : null;
  const told =
    read.ok && ask !== null
      ? await ask('validateWorkflow', {
          // It was read from JSON, and the dialect is one of the choices.
          body: read.definition as Json,
          // The dialect is one of the choices.
          query: reading as object,
        })
      : compiled;
  const looked = read.ok ? await engine?.workflows.preflight(read.definition, reading) : undefined;
  const found = read.ok ? (looked ?? told?.diagnostics ?? []) : read.diagnostics;
  return {
    file,
    valid: !found.some(({ severity }) => isStrict || severity === 'error'),
    dialect: compiled?.dialect ?? null,
    version: compiled?.version ?? '',
    nodes: countWritten(compiled?.workflow?.nodes),
    edges: countWritten(compiled?.workflow?.edges),
    diagnostics: found,
  };
}

/** Without what the dialect added. */
function countWritten(parts: readonly { readonly derived?: boolean }[] = []): number {
  return parts.filter(({ derived = false }) => !derived).length;
}

function formatChecked(checked: CheckedFile, paint: Paint): string {
  const { file, valid, dialect, version, nodes, edges, diagnostics } = checked;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const counts = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
  const verdict = valid ? paint('green', 'valid') : paint('red', 'not valid');
  const about = valid
    ? `${dialect}, ${count(nodes, 'node')}, ${count(edges, 'edge')}, ${version}`
    : '';
  const title = [`${visibleLine(file)}: ${verdict}`, about, counts]
    .filter((part) => part !== '')
    .join(', ');
  return `${title}\n${formatDiagnostics(diagnostics, paint)}`;
}
