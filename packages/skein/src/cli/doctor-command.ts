import process from 'node:process';
import type { CommandCall } from './command.ts';
import { count } from './count.ts';
import { printJson } from './print-json.ts';
import { storeUrl } from './store-url.ts';
import { visibleLine } from './visible-text.ts';

export async function doctorCommand(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  if (given.has('rebuild-projections')) return rebuildProjections(call);
  const { openStore } = await import('@skein/stores');
  const store = await openStore(storeUrl(given));
  try {
    const { kind, place, isHealthy, findings } = await store.check();
    if (isJson) {
      printJson(terminal, { healthy: isHealthy, node: process.version, kind, place, findings });
    } else {
      terminal.data(`Node ${process.version}\n${kind} ${visibleLine(place)}\n`);
      for (const { what, isGood, text } of findings) {
        terminal.foreignData(`  ${isGood ? 'ok   ' : 'wrong'}  ${what}: ${visibleLine(text)}\n`);
      }
      terminal.data(isHealthy ? 'All is well.\n' : 'Something is wrong.\n');
    }
    return isHealthy ? 0 : 8;
  } finally {
    await store.close();
  }
}

async function rebuildProjections(call: CommandCall): Promise<number> {
  const { terminal, isJson } = call;
  const { withEngine } = await import('./runs/with-engine.ts');
  const rebuilt = await withEngine(call, ({ runs }) => runs.rebuildProjections());
  if (isJson) printJson(terminal, { rebuilt });
  else terminal.data(`${count(rebuilt.rows, 'row')} of ${count(rebuilt.runs, 'run')}.\n`);
  return 0;
}
