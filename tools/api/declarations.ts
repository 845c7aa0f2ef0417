// Declarations
// The types of this repository as `tsc -b` wrote them: who declares a name, and which other names that declaration mentions.
// Works on the text of the files. Moving a declaration inside its room changes nothing here.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '../repository.ts';

/** A declared name, with its text and the names that it mentions. */
export interface Declaration {
  readonly room: string;
  readonly name: string;
  /** Without comments and without `export`. */
  readonly text: string;
  readonly mentions: readonly Declaration[];
}

interface Place {
  readonly file: string;
  readonly name: string;
}

interface Module {
  /** Names that other files re-export. */
  readonly imports: ReadonlyMap<string, Place>;
  readonly exports: ReadonlyMap<string, Place>;
  readonly declared: ReadonlyMap<
    string,
    { readonly text: string; readonly names: readonly string[] }
  >;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** What an entry of a room exports, by name. */
export function exportsOf(room: string, entry = 'index'): ReadonlyMap<string, Declaration> {
  const known = new Map<string, Declaration>();
  const index = indexOf(room, entry);
  return new Map(
    [...moduleOf(index).exports.keys()].flatMap((name) => {
      const found = resolve({ file: index, name }, known);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

/** Undefined for names of third-party packages. */
function resolve(place: Place, known: Map<string, Declaration>): Declaration | undefined {
  const { file, name } = place;
  if (!existsSync(file)) return undefined;
  const { imports, exports, declared } = moduleOf(file);
  const own = declared.get(name);
  if (own === undefined) {
    const next = exports.get(name) ?? imports.get(name);
    return next === undefined || (next.file === file && next.name === name)
      ? undefined
      : resolve(next, known);
  }
  const id = `${file} ${name}`;
  const before = known.get(id);
  if (before !== undefined) return before;
  const mentions: Declaration[] = [];
  const declaration = { room: roomOf(file), name, text: own.text, mentions };
  // Registered before its mentions are followed: types mention each other.
  known.set(id, declaration);
  for (const mentioned of own.names) {
    const found = mentioned === name ? undefined : resolve({ file, name: mentioned }, known);
    if (found !== undefined) mentions.push(found);
  }
  return declaration;
}

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const before = modules.get(file);
  if (before !== undefined) return before;
  const read = readModule(file);
  modules.set(file, read);
  return read;
}

function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const imports = new Map<string, Place>();
  const exports = new Map<string, Place>();
  const declared = new Map<string, { text: string; names: string[] }>();
  const add = (node: Node, local: string) => {
    const known = declared.get(local) ?? { text: '', names: [] };
    known.text += `${plainText(text, node, comments)}\n`;
    known.names.push(
      ...namesIn(node, (specifier, name) => {
        const hidden = `import ${specifier} ${name}`;
        imports.set(hidden, { file: fileOf(file, specifier), name });
        return hidden;
      }),
    );
    declared.set(local, known);
  };
  // The parser's tree has these shapes for these types.
  for (const statement of program.body as unknown as readonly Node[]) {
    const source = (statement['source'] as { readonly value: string } | null)?.value;
    const specifiers = (statement['specifiers'] ?? []) as readonly Node[];
    if (statement.type === 'ImportDeclaration') {
      for (const each of specifiers) {
        const imported = each['imported'] as Node | undefined;
        const place = { file: fileOf(file, source ?? ''), name: nameOf(imported) };
        imports.set(nameOf(each['local']), place);
      }
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const each of specifiers) {
        const target = source === undefined ? file : fileOf(file, source);
        exports.set(nameOf(each['exported']), { file: target, name: nameOf(each['local']) });
      }
      const declaration = statement['declaration'] as Node | null;
      for (const local of declaration === null ? [] : localNames(declaration)) {
        add(declaration ?? statement, local);
        exports.set(local, { file, name: local });
      }
    } else for (const local of localNames(statement)) add(statement, local);
  }
  return { imports, exports, declared };
}

function localNames(node: Node): readonly string[] {
  if (node.type === 'VariableDeclaration') {
    return (node['declarations'] as readonly Node[]).map(({ id }) => nameOf(id));
  }
  return node['id'] === undefined || node['id'] === null ? [] : [nameOf(node['id'])];
}

function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { readonly name?: string; readonly value?: string };
  return name ?? value ?? '';
}

/** The names of types and values that a declaration mentions; names of `import('…').Name` as `note` calls them. */
function namesIn(
  node: unknown,
  note: (specifier: string, name: string) => string,
): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each) => namesIn(each, note));
  if (typeof node !== 'object' || node === null) return [];
  const given = node as Node;
  if (given.type === 'TSImportType') {
    const { value } = (given['source'] ?? given['argument']) as { readonly value: string };
    const inner = namesIn(given['typeArguments'], note);
    return [note(value, firstName(given['qualifier'])), ...inner];
  }
  const own = ['typeName', 'exprName', 'superClass']
    .map((key) => given[key])
    .concat(/Heritage|Implements/.test(given.type ?? '') ? [given['expression']] : [])
    .map(firstName);
  const below = Object.values(given).flatMap((value) => namesIn(value, note));
  return [...new Set([...own, ...below])].filter((name) => name !== '');
}

/** `a` of `a.b.c`. */
function firstName(node: unknown): string {
  const { left, object } = (node ?? {}) as { readonly left?: unknown; readonly object?: unknown };
  return left !== undefined || object !== undefined ? firstName(left ?? object) : nameOf(node);
}

function plainText(
  text: string,
  { start, end }: Node,
  comments: readonly { readonly start: number; readonly end: number }[],
): string {
  let plain = '';
  let at = start;
  for (const comment of comments.filter((each) => each.start >= start && each.end <= end)) {
    plain += text.slice(at, comment.start);
    at = comment.end;
  }
  plain += text.slice(at, end);
  // The compiler writes a type that a file does not import with its path, which is not for users.
  const lines = plain
    .replace(/^(?:export )?(?:declare )?/, '')
    .replaceAll(/import\("(?:\.|@skein\/)[^"]*"\)\./g, '')
    .split('\n');
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function fileOf(from: string, specifier: string): string {
  const room = /^@skein\/(\w+)$/.exec(specifier)?.[1];
  if (room !== undefined) return indexOf(room);
  if (!specifier.startsWith('.')) return specifier;
  return path.join(path.dirname(from), specifier.replace(/\.[tj]s$/, '.d.ts'));
}

function indexOf(room: string, entry = 'index'): string {
  return path.join(root, 'packages', room, `dist/${entry}.d.ts`);
}

function roomOf(file: string): string {
  return path.relative(path.join(root, 'packages'), file).split(path.sep)[0] ?? '';
}
