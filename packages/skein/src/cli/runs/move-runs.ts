// Commands that take runs from one store to another.
import { parseJson } from '@skein/dialects';
import type { CommandCall } from '../arguments/command.ts';
import { jsonText } from '../output/json-text.ts';
import { printJson } from '../output/print-json.ts';
import { unreadable } from '../inputs/read-definition.ts';
import { readText } from '../inputs/read-text.ts';
import { writeText } from '../output/write-text.ts';
import { withEngine } from './with-engine.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function exportRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = ''] = given.positionals;
  const file = given.one('out');
  const bundle = await withEngine(call, ({ runs }) => runs.export(id));
  if (file === undefined) {
    printJson(terminal, bundle);
    return 0;
  }
  await writeText(file, `${jsonText(bundle)}\n`);
  const runs = bundle.runs.map(({ record }) => record.id);
  if (isJson) printJson(terminal, { file, root: bundle.root, runs });
  else terminal.note(`Wrote ${bundle.root} to ${file}.\n`);
  return 0;
}

export async function importRuns(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [file = '-'] = given.positionals;
  const parsed = parseJson(await readText(file));
  if (!parsed.ok) throw unreadable(file, parsed.diagnostics);
  const user = given.one('user');
  const imported = await withEngine(call, ({ runs }) =>
    runs.import(
      parsed.json,
      withoutUndefined({ ids: given.has('new-ids') ? ('new' as const) : ('keep' as const), user }),
    ),
  );
  if (isJson) printJson(terminal, imported);
  else terminal.data(`${imported.id}\n`);
  return 0;
}
