// A project of a user of the package
// A folder with the types that the package ships, in which programs are compiled as a strict user would.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { copyDeclarations } from '../scripts/pack/copy-declarations.ts';
import { root } from './repository.ts';

export interface TypedProject {
  readonly write: (file: string, text: string) => void;
  /** Compiles all files; what the compiler prints, line by line. */
  readonly compile: (...options: readonly string[]) => readonly string[];
  readonly remove: () => void;
}

export function typedProject(name: string): TypedProject {
  const folder = mkdtempSync(path.join(tmpdir(), `skein-${name}-`));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  runCompiler('-b', 'packages/skein');
  copyDeclarations({ root, target: path.join(folder, 'types') });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    skipLibCheck: true,
    types: ['node'],
    paths: { skein: ['./types/skein/index.d.ts'] },
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  return {
    write,
    compile: (...options) => runCompiler('-p', folder, '--pretty', 'false', ...options).split('\n'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runCompiler(...given: readonly string[]): string {
  const program = path.join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [program, ...given], { cwd: root, encoding: 'utf8' }).stdout;
}
