import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const mark = '?raw';

/** Loads what imports files as texts, which the bundler of the studio gives it. */
export async function withTexts<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const hooks = registerHooks({
    load(url, context, next) {
      if (!url.endsWith(mark)) return next(url, context);
      const text = readFileSync(new URL(url.slice(0, -mark.length)), 'utf8');
      const source = `export default ${JSON.stringify(text)};`;
      return { format: 'module', shortCircuit: true, source };
    },
  });
  try {
    return await load();
  } finally {
    hooks.deregister();
  }
}
