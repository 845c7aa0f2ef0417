// Compiling a definition of any dialect
// What the command line, the server and the library call: from text or JSON to a graph, or to everything that is wrong.
import { closestName } from './diagnostics/closest-name.ts';
import { toDiagnostic } from './diagnostics/finding.ts';
import { detectDialect, dialectNames, findDialect } from './detect-dialect.ts';
import type { Compiled, CompileOptions, DialectName } from './dialect.ts';
import { parseSyntax } from './json/parse-json.ts';
import { quotedShort } from './shape/describe.ts';
import type { Diagnostic } from '@skein/kernel';

export interface DefinitionOptions extends CompileOptions {
  /** Default: detected by shape. */
  readonly dialect?: string;
}

export interface CompiledDefinition extends Compiled {
  /** Null when none fits. */
  readonly dialect: DialectName | null;
}

export function compileText(text: string, options: DefinitionOptions = {}): CompiledDefinition {
  const parsed = parseSyntax(text);
  return parsed.ok ? compileDefinition(parsed.json, options) : refused(parsed.diagnostics);
}

export function compileDefinition(
  definition: unknown,
  { dialect: named, ...options }: DefinitionOptions = {},
): CompiledDefinition {
  const dialect = named === undefined ? detectDialect(definition) : findDialect(named);
  if (dialect !== null) return { ...dialect.compile(definition, options), dialect: dialect.name };
  return refused([named === undefined ? notDetected() : notKnown(named)]);
}

function refused(diagnostics: readonly Diagnostic[]): CompiledDefinition {
  return { dialect: null, workflow: null, graph: null, version: '', diagnostics };
}

function notDetected(): Diagnostic {
  return toDiagnostic({
    path: [],
    code: 'DIALECT_UNKNOWN',
    severity: 'error',
    message: 'This definition has the shape of no known dialect.',
    hint: `Begin a native definition with "skein": 1, or name the dialect: ${dialectNames().join(', ')}.`,
  });
}

function notKnown(name: string): Diagnostic {
  const meant = closestName(name, dialectNames());
  return toDiagnostic({
    path: [],
    code: 'DIALECT_UNKNOWN',
    severity: 'error',
    message: `No dialect is called ${quotedShort(name)}.`,
    hint: meant === null ? `Known: ${dialectNames().join(', ')}.` : `Did you mean "${meant}"?`,
  });
}
