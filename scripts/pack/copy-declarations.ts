// Declarations
// The types of the library, as `tsc -b` wrote them, in one folder per room. Only what the index leads to is copied, and the names of
// rooms become relative paths: a user has no package of these names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface DeclarationOptions {
  readonly root: string;
  readonly target: string;
}

// Not after a quote: `'from' | 'to'` is a type.
const specifier = /((?<!['"])(?:\bfrom|\bimport)\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const roomName = /^@skein\/(\w+)$/;

/** Returns the names of the packages whose types are used. */
export function copyDeclarations({ root, target }: DeclarationOptions): readonly string[] {
  const foreign = new Set<string>();
  const wanted = ['index', 'client', 'testing', 'pipelines'].map((name) => `skein/${name}.d.ts`);
  for (const file of wanted) {
    const text = readFileSync(compiled(root, file), 'utf8');
    const rewritten = text.replaceAll(
      specifier,
      (match, before: string, quote: string, name: string) => {
        const found = declarationOf(file, name);
        if (found === null) {
          foreign.add(name);
          return match;
        }
        if (!wanted.includes(found)) wanted.push(found);
        return `${before}${quote}${relativeName(file, found)}${quote}`;
      },
    );
    const copy = path.join(target, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    writeFileSync(copy, rewritten.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  }
  return [...foreign];
}

/** `kernel/run/transition.d.ts` is in the folder that `tsc -b` gave to the room. */
function compiled(root: string, file: string): string {
  const [room = '', ...rest] = file.split('/');
  return path.join(root, 'packages', room, 'dist', ...rest);
}

/** Null when the name is that of a package. */
function declarationOf(file: string, name: string): string | null {
  const room = roomName.exec(name)?.[1];
  if (room !== undefined) return `${room}/index.d.ts`;
  if (!name.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(file), name).replace(/\.[tj]s$/, '.d.ts');
}

function relativeName(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to).replace(/\.d\.ts$/, '.js');
  return relative.startsWith('.') ? relative : `./${relative}`;
}
