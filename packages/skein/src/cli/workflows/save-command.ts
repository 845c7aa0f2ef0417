import type { SavedWorkflow } from '@skein/engine';
import { isObject } from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { problemError } from '../errors/command-error.ts';
import { requireDefinition } from '../inputs/read-definition.ts';
import { formatDiagnostics } from '../output/format-diagnostics.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withEngine } from '../runs/with-engine.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function saveCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const dialect = given.one('dialect');
  const tables = given.one('tables') === 'recreate' ? 'recreate' : 'upsert';
  const saved = await withEngine(call, async ({ workflows }) => {
    const all: SavedWorkflow[] = [];
    for (const file of given.positionals) {
      const definition = await requireDefinition(file, dialect);
      if (!isObject(definition)) {
        const diagnostics = workflows.validate(definition, {});
        throw problemError('WORKFLOW_INVALID', { diagnostics });
      }
      all.push(await workflows.save(definition, { ...withoutUndefined({ dialect }), tables }));
    }
    return all;
  });
  if (isJson) {
    printJson(terminal, {
      saved: saved.map(({ id, version, dialect: read, diagnostics }) => ({
        id,
        version,
        dialect: read,
        diagnostics,
      })),
    });
    return 0;
  }
  for (const { id, version, diagnostics } of saved) {
    terminal.data(`${visibleLine(id)}  ${version}\n`);
    if (diagnostics.length > 0) terminal.note(formatDiagnostics(diagnostics, terminal.paint));
  }
  return 0;
}
