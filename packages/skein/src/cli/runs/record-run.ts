import type { CommandCall } from '../arguments/command.ts';
import { printJson } from '../output/print-json.ts';
import { withEngine } from './with-engine.ts';
import { makeRecording, writeCassette } from '../run/write-cassette.ts';

/** `skein runs record` */
export async function recordRun(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [id = ''] = given.positionals;
  const file = given.one('to');
  return withEngine(call, async (engine) => {
    if (file === undefined) {
      printJson(terminal, await makeRecording(engine, id, terminal));
      return 0;
    }
    const { calls } = await writeCassette(engine, id, file, terminal);
    if (isJson) printJson(terminal, { file, run: id, calls: calls.length });
    return 0;
  });
}
