import { parseSync, Visitor, type Program, type VisitorObject } from 'oxc-parser';
import type { SourceFile } from './repository.ts';

/** Parses a file and calls the visitor; throws when the file is not valid TypeScript or JavaScript. */
export function visit(file: SourceFile, visitor: VisitorObject): void {
  new Visitor(visitor).visit(parse(file));
}

/** By path and text: every check asks for them again, and parsing is what the checks spend their time on. */
const known = new Map<string, readonly string[]>();

/** What a file imports: static, dynamic, re-exported and in types, in order of appearance. */
export function importsOf(file: SourceFile): readonly string[] {
  const key = `${file.path}\n${file.text}`;
  const imports = known.get(key) ?? findImports(file);
  known.set(key, imports);
  return imports;
}

function findImports(file: SourceFile): readonly string[] {
  const found: string[] = [];
  const add = (source: { readonly type: string; readonly value?: unknown } | null) => {
    if (source?.type === 'Literal' && typeof source.value === 'string') found.push(source.value);
  };
  visit(file, {
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    CallExpression: (node) => {
      const [first] = node.arguments;
      const isRequire = node.callee.type === 'Identifier' && node.callee.name === 'require';
      if (isRequire && first !== undefined) add(first);
    },
  });
  return found;
}

function parse({ path, text }: SourceFile): Program {
  const { program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  return program;
}
