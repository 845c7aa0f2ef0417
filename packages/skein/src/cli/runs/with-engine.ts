import type { Engine } from '@skein/engine';
import { createEngine } from '../../compose.ts';
import type { CommandCall } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { readScript } from '../run/read-script.ts';
import { keptStoreUrl } from '../store-url.ts';

/** An engine over the store of the command; it drives only the runs that it is asked for. */
export async function withEngine<T>(
  { arguments: given, command }: CommandCall,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const store = keptStoreUrl(given, command.name);
  const hasScript = command.options.some(({ name }) => name === 'script');
  const file = hasScript ? given.one('script') : undefined;
  const engine = await createEngine({
    ...(await loadConfig(given)),
    store,
    durable: { recovers: false },
    ...(file === undefined ? {} : { script: await readScript(file) }),
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
