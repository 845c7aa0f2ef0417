// Hygiene
// What must not be in a file, whatever it is about. Each check returns sentences; none means clean.
import path from 'node:path';
import { importsOf, visit } from './parse.ts';
import type { SourceFile } from './repository.ts';

export const linesMax = 400;

/** Notes to oneself, machine paths, registry hosts: in any text file. */
export function checkText({ path: file, text }: SourceFile): readonly string[] {
  const patterns = [
    // Written so that they do not find themselves.
    { what: 'a note to do it later', pattern: /\b(?:TO)DO\b|\b(?:FIX)ME\b/ },
    {
      what: 'a path of one machine',
      pattern: /(?<![\w.:/-])\/(?:home|root|work|Users)\/\w|[A-Z]:\\Users\\/,
    },
    {
      what: 'the host of a registry',
      pattern: /\bregistry\.[a-z0-9-]+\.[a-z]{2,}|^\s*registry\s*=/im,
    },
    { what: 'an address of a package', pattern: /"resolved": "(?:git\+)?(?:https?|ssh):/ },
  ];
  return patterns.flatMap(({ what, pattern }) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${file}:${line} holds ${what}: ${found[0].trim()}`];
  });
}

/** Names that say nothing. */
export function checkName(file: string): readonly string[] {
  const names = file.split('/').map((part) => part.replace(/\..*$/, ''));
  const empty = names.find((name) => /^(?:utils?|helpers?|common|misc)$/.test(name));
  return empty === undefined ? [] : [`${file}: "${empty}" does not say what is in it`];
}

/** The maximum time of a test or a hook, as in vitest.config.ts. */
const testLimitMs = 240_000;

/** A shorter limit of one test, written after its function: on a busy machine it fails a correct test. */
export function checkLimits({ path: file, text }: SourceFile): readonly string[] {
  const limits = [...text.matchAll(/^\s*\}, (\d[\d_]{3,})\);$/gm)].map(([, limit = '']) => limit);
  return limits
    .filter((limit) => Number(limit.replaceAll('_', '')) < testLimitMs)
    .map((limit) => `${file} has a limit of its own, ${limit} ms, shorter than that of all tests`);
}

/** Length, code from strings, default exports: in the sources of a room. */
export function checkCode(file: SourceFile): readonly string[] {
  const problems: string[] = [];
  const lines = file.text.trimEnd().split('\n').length;
  if (lines > linesMax) problems.push(`has ${lines} lines, more than ${linesMax}`);
  const banned = importsOf(file).filter((name) => /^(?:node:)?vm$/.test(name));
  problems.push(...banned.map((name) => `imports ${name}`));
  const forbid = (callee: { readonly type: string; readonly name?: unknown }) => {
    const isNamed = callee.type === 'Identifier';
    if (isNamed && (callee.name === 'eval' || callee.name === 'Function'))
      problems.push(`calls ${callee.name}`);
  };
  visit(file, {
    CallExpression: (node) => forbid(node.callee),
    NewExpression: (node) => forbid(node.callee),
    ExportDefaultDeclaration: () => problems.push('has a default export'),
    ExportSpecifier: ({ exported }) => {
      const name = exported.type === 'Literal' ? exported.value : exported.name;
      if (name === 'default') problems.push('has a default export');
    },
  });
  return problems.map((problem) => `${file.path} ${problem}`);
}

export function isText(file: string): boolean {
  const binary = new Set([
    '.png',
    '.webp',
    '.jpg',
    '.gif',
    '.ico',
    '.woff2',
    '.gz',
    '.tgz',
    '.db',
    '.sqlite',
  ]);
  return !binary.has(path.extname(file));
}
