// Importing
// Documents of other products become native files. Each is converted and checked as a whole before it is written, so there are no halves.
import path from 'node:path';
import { compileDefinition, importSource, type ImportFormat } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { problemError, toCommandError } from '../errors/command-error.ts';
import { importSources, type ReadSource } from '../inputs/import-sources.ts';
import { allowsPython } from '../inputs/allows-python.ts';
import { formatDiagnostics } from '../output/format-diagnostics.ts';
import { jsonText } from '../output/json-text.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withoutUndefined } from '../../without-undefined.ts';
import { findCycles, idOf } from './find-cycles.ts';
import { formatImports } from './format-imports.ts';
import { countNodes, type ImportedFile } from './imported-file.ts';
import { writeImported } from './write-imported.ts';

export async function importCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const folder = given.one('out');
  const python = allowsPython(given);
  const converted: ImportedFile[] = [];
  for await (const read of importSources(given.positionals)) {
    converted.push(importFile(read, given, python));
  }
  const sound = given.has('allow-cycles') ? converted : withoutCycles(converted);
  const files =
    folder === undefined
      ? sound
      : await writeImported(sound, { folder, replaces: given.has('force') });
  if (files.length === 0) {
    throw problemError('FILE_UNREADABLE', {
      file: given.positionals.join(', '),
      reason: 'there is no JSON or YAML file in it.',
    });
  }
  const isAlone = files.length === 1 && folder === undefined;
  if (isJson)
    printJson(terminal, { files: files.map((each) => toJson(each, folder === undefined)) });
  else {
    for (const each of files) noteFile(call, each);
    const [only] = files;
    if (isAlone && only?.definition) terminal.foreignData(`${jsonText(only.definition)}\n`);
    else terminal.data(formatImports(files, terminal.paintData));
  }
  return files.some(({ error }) => error !== null) ? 2 : 0;
}

/** Those that call each other in a circle become errors; nothing of them is written. */
function withoutCycles(files: readonly ImportedFile[]): readonly ImportedFile[] {
  const definitions = files.flatMap(({ definition, more }) =>
    definition === null ? [] : [definition, ...more],
  );
  const cycles = findCycles(definitions);
  if (cycles.length === 0) return files;
  return files.map((made) => {
    const ids = [...(made.definition === null ? [] : [made.definition]), ...made.more].map(idOf);
    const cycle = cycles.find((workflows) =>
      ids.some((id) => id !== undefined && workflows.includes(id)),
    );
    if (cycle === undefined) return made;
    const error = toCommandError(problemError('IMPORT_CYCLE', { workflows: cycle }));
    return { ...made, definition: null, more: [], error };
  });
}

function importFile(read: ReadSource, given: ParsedArguments, python: boolean): ImportedFile {
  const nothing = {
    format: null,
    definition: null,
    more: [],
    out: [],
    losses: [],
    bindings: [],
    secrets: [],
  };
  if ('error' in read) return { file: read.file, ...nothing, error: read.error };
  // One of the choices.
  const format = given.one('format') as ImportFormat | undefined;
  const name = path.basename(read.file).replace(/\.\w+$/, '');
  try {
    const imported = importSource(read.source, {
      ...withoutUndefined({ format }),
      name,
      python,
    });
    if (imported === null)
      throw problemError('IMPORT_UNKNOWN', { file: read.file, format: format ?? null });
    const { definition, more, losses, bindings, secrets } = imported;
    // What cannot run is not a conversion.
    for (const each of [definition, ...more]) {
      const { graph, diagnostics } = compileDefinition(each, { dialect: 'native' });
      if (graph === null)
        throw problemError('NOT_CONVERTIBLE', { dialect: 'native', losses, diagnostics });
    }
    return {
      file: read.file,
      format: imported.format,
      definition,
      more,
      out: [],
      losses,
      bindings,
      secrets,
      error: null,
    };
  } catch (error) {
    return { file: read.file, ...nothing, error: toCommandError(error) };
  }
}

function toJson(made: ImportedFile, isWhole: boolean): JsonObject {
  const { file, format, definition, more, out, losses, bindings, secrets, error } = made;
  const nodes = definition === null ? 0 : countNodes(definition);
  return {
    file,
    format,
    nodes,
    ...(isWhole ? { definition, more } : { out }),
    // They are data of JSON.
    losses: losses as unknown as readonly JsonObject[],
    // They are data of JSON.
    bindings: bindings as unknown as readonly JsonObject[],
    secrets,
    error:
      error === null
        ? null
        : {
            code: error.code,
            message: error.message,
            hint: error.hint,
            ...withoutUndefined({ details: error.details }),
          },
  };
}

function noteFile({ terminal }: CommandCall, { file, losses, error }: ImportedFile): void {
  if (error !== null) {
    terminal.note(`${visibleLine(file)}: ${terminal.paint('red', 'not imported')}\n`);
    terminal.note(
      `  ${error.code}: ${visibleLine(error.message)}\n    ${visibleLine(error.hint)}\n`,
    );
    return;
  }
  if (losses.length === 0) return;
  terminal.note(`${visibleLine(file)}: what is left to do\n`);
  terminal.note(formatDiagnostics(losses, terminal.paint));
}
