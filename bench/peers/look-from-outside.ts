import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** They look into files that a peer has open in the same process, with a build of SQLite of its own (better-sqlite3, libSQL). */
const lookers = ['child.mjs', 'adapters/langgraph.mjs', 'adapters/mastra.mjs'];
const inside = "import('node:sqlite')";

/** Lets a copy of the harness look into the files of peers from another process; why, is said in outside-sqlite.mjs. */
export function lookFromOutside(copy: string): void {
  const outside = path.join(copy, 'outside-sqlite.mjs');
  cpSync(path.join(import.meta.dirname, 'outside-sqlite.mjs'), outside);
  for (const name of lookers) {
    const file = path.join(copy, name);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(inside)) throw new Error(`${name} of the harness has no ${inside}.`);
    const from = path.relative(path.dirname(file), outside);
    const specifier = from.startsWith('.') ? from : `./${from}`;
    // It may be read-only, as the harness is.
    rmSync(file);
    writeFileSync(file, text.replaceAll(inside, `import('${specifier}')`));
  }
}
