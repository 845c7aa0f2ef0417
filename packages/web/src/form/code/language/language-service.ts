// The TypeScript of code nodes
// One file, which is the body of an async function, and the declarations of what it is given. The types come from examples, so what
// they find is a warning; only what the server refuses too is an error.
import ts from 'typescript';
import { libFiles, libFolder } from './lib-files.ts';
import type { CodeCompletion, CodeFinding, CodeHelp, CodeText } from './language-messages.ts';

/** The line above the code: as in the sandbox. */
const head = 'async function code() {"use strict";\n';
const tail = '\n}';
const givenFile = '/given.d.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: [...libFiles.keys()].map((path) => path.slice(libFolder.length)),
  types: [],
  allowJs: true,
  checkJs: true,
  noEmit: true,
  // Examples do not say what may be missing.
  strict: false,
  // Types are removed, not compiled.
  erasableSyntaxOnly: true,
  moduleDetection: ts.ModuleDetectionKind.Legacy,
};

export interface LanguageService {
  readonly check: (text: CodeText) => readonly CodeFinding[];
  readonly complete: (text: CodeText, at: number) => readonly CodeCompletion[];
  /** What is at this place; or, with the name of a completion, what that is. */
  readonly explain: (text: CodeText, at: number, name?: string) => CodeHelp | null;
}

export function createLanguageService(): LanguageService {
  let current: CodeText = { code: '', declarations: '', language: 'javascript' };
  let version = 0;
  const fileName = () => (current.language === 'typescript' ? '/code.ts' : '/code.js');
  const textOf = (path: string): string | undefined => {
    if (path === fileName()) return head + current.code + tail;
    return path === givenFile ? current.declarations : libFiles.get(path);
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [givenFile, fileName()],
    getScriptVersion: (path) => (libFiles.has(path) ? '1' : String(version)),
    getScriptSnapshot: (path) => {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => `${libFolder}lib.es5.d.ts`,
    fileExists: (path) => textOf(path) !== undefined,
    readFile: textOf,
  });
  const show = (text: CodeText) => {
    const isSame =
      text.code === current.code &&
      text.declarations === current.declarations &&
      text.language === current.language;
    if (!isSame) version++;
    current = text;
    return fileName();
  };
  return {
    check(text) {
      const file = show(text);
      const wrong = service.getSyntacticDiagnostics(file);
      // Of broken code, the types say little that is true.
      const doubtful = wrong.length > 0 ? [] : service.getSemanticDiagnostics(file);
      return [...wrong, ...doubtful].map((each) => findingOf(each, text, wrong.length > 0));
    },
    complete(text, at) {
      const found = service.getCompletionsAtPosition(show(text), at + head.length, {});
      return (found?.entries ?? [])
        .filter(({ name }) => name !== 'code')
        .map(({ name, kind, sortText }) => ({ name, kind, sort: sortText }));
    },
    explain(text, at, name) {
      const file = show(text);
      const place = at + head.length;
      const found =
        name === undefined
          ? service.getQuickInfoAtPosition(file, place)
          : service.getCompletionEntryDetails(file, place, name, {}, undefined, {}, undefined);
      return found === undefined ? null : helpOf(found);
    },
  };
}

/** Refused although its syntax is that of TypeScript: what more than types is. */
const notErasable = 1294;

function findingOf(
  { start = 0, length = 0, messageText, code }: ts.Diagnostic,
  text: CodeText,
  isSyntax: boolean,
): CodeFinding {
  const end = text.code.length;
  const from = Math.min(Math.max(start - head.length, 0), end);
  return {
    from,
    to: Math.min(Math.max(start + length - head.length, from), end),
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    severity: isSyntax || code === notErasable ? 'error' : 'warning',
  };
}

interface Described {
  readonly displayParts?: readonly ts.SymbolDisplayPart[];
  readonly documentation?: readonly ts.SymbolDisplayPart[];
}

function helpOf({ displayParts = [], documentation = [] }: Described): CodeHelp {
  return {
    type: ts.displayPartsToString([...displayParts]),
    about: ts.displayPartsToString([...documentation]),
  };
}
