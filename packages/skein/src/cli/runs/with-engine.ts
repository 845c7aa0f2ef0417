import type { Engine } from '@skein/engine';
import { EngineError, type Store } from '@skein/ports';
import { createEngine } from '../../embedding/create-engine.ts';
import type { CommandCall } from '../arguments/command.ts';
import { loadConfig } from '../inputs/load-config.ts';
import { readScriptOption } from '../inputs/read-script.ts';
import { keptStoreUrl } from '../inputs/store-url.ts';
import { visibleLine } from '../output/visible-text.ts';

/** An engine over the store of the command; it drives only the runs that it is asked for. */
export async function withEngine<T>(
  call: CommandCall,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine(call, keptStoreUrl(call.arguments, call.command.name));
  try {
    return await work(engine);
  } finally {
    await engine.close({ drainMs: 0 });
  }
}

/** The same for commands that only look: also beside another process that works on the same file. */
export async function withReadingEngine<T>(
  call: CommandCall,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const url = keptStoreUrl(call.arguments, call.command.name);
  try {
    return await withEngine(call, work);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'STORE_LOCKED') throw error;
    call.terminal.note(`${visibleLine(error.message)} Opened read-only.\n`);
  }
  const { openStore } = await import('@skein/stores');
  const store = await openStore(url, { isReadOnly: true });
  try {
    const engine = await openEngine(call, store);
    try {
      return await work(engine);
    } finally {
      await engine.close({ drainMs: 0 });
    }
  } finally {
    await store.close();
  }
}

async function openEngine(
  { arguments: given, command }: CommandCall,
  store: string | Store,
): Promise<Engine> {
  const hasScript = command.options.some(({ name }) => name === 'script');
  return createEngine({
    ...(await loadConfig(given)),
    store,
    durable: { recovers: false },
    script: hasScript ? await readScriptOption(given) : undefined,
  });
}
