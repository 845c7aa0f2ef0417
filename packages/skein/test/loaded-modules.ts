// Which modules a process loads, as the loader of Node sees them: no guess from the imports.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ModuleWatch {
  /** What a process is started with. */
  readonly nodeOptions: readonly string[];
  /** The addresses of what the processes have loaded since the last time. */
  readonly take: () => readonly string[];
  readonly remove: () => void;
}

/** Processes that are started with its options write down each module that they load. */
export function watchModules(): ModuleWatch {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-modules-'));
  const [hook, list] = [path.join(folder, 'hook.mjs'), path.join(folder, 'modules.txt')];
  writeFileSync(list, '');
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
     import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) {
       appendFileSync(${JSON.stringify(list)}, url + '\\n');
       return next(url, context);
     } });`,
  );
  return {
    nodeOptions: ['--import', pathToFileURL(hook).href],
    take() {
      const loaded = readFileSync(list, 'utf8').split('\n').filter(Boolean);
      writeFileSync(list, '');
      return loaded;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
