// Compiling a definition of any dialect
// What the command line, the server and the library call: from text or JSON to a graph, or to everything that is wrong.
import { checkConfigs, type CheckConfig } from './check-configs.ts';
import { toDiagnostic } from '../diagnostics/finding.ts';
import { allKinds } from './all-kinds.ts';
import { detectDialect, dialectNames, findDialect } from './detect-dialect.ts';
import type { CompileOptions, Dialect } from '../dialect/dialect.ts';
import { parseSyntax } from '../json/parse-json.ts';
import { withoutAbsent } from '../json/without-absent.ts';
import { contentHash } from '../dialect/content-hash.ts';
import { quotedShort } from '../shape/describe.ts';
import {
  closestName,
  doAtOnce,
  versionId,
  withCodeKinds,
  type Diagnostic,
  type LongWork,
} from '@skein/kernel';
import type { CompiledDefinition } from './compiled-definition.ts';
import { cutDiagnostics } from '../diagnostics/cut-diagnostics.ts';

export interface DefinitionOptions extends CompileOptions {
  /** Default: detected by shape. */
  readonly dialect?: string;
  /** Asked about the config of every node; knows nothing of the native types, which are checked in any case. */
  readonly checkConfig?: CheckConfig;
  /** A run of it is only to be read: types that come with code are taken for what their names say. */
  readonly isRead?: boolean;
}

export function compileText(text: string, options: DefinitionOptions = {}): CompiledDefinition {
  const parsed = parseSyntax(text);
  return parsed.ok ? compileDefinition(parsed.json, options) : refused(parsed.diagnostics);
}

export function compileDefinition(
  given: unknown,
  options: DefinitionOptions = {},
): CompiledDefinition {
  return doAtOnce(compileDefinitionInParts(given, options));
}

/** The same, which others may interrupt. */
export function* compileDefinitionInParts(
  given: unknown,
  {
    dialect: named,
    checkConfig,
    isRead = false,
    kinds = allKinds,
    ...options
  }: DefinitionOptions = {},
): LongWork<CompiledDefinition> {
  // What has a version was stored, so it is JSON.
  const definition = options.version === undefined ? withoutAbsent(given) : given;
  yield;
  const detected = detectDialect(definition);
  const dialect = named === undefined ? detected : findDialect(named);
  if (dialect === null) return refused([named === undefined ? notDetected() : notKnown(named)]);
  const { version, ...rest } = yield* dialect.compileInParts(definition, {
    ...options,
    kinds: isRead ? withCodeKinds(kinds, definition) : kinds,
  });
  const compiled: CompiledDefinition = {
    ...rest,
    version: versionId(
      dialect === detected || options.version !== undefined
        ? version
        : forcedVersion(version, dialect),
    ),
    dialect: dialect.name,
  };
  const checked = checkConfig === undefined ? compiled : yield* checkConfigs(compiled, checkConfig);
  return { ...checked, diagnostics: cutDiagnostics(checked.diagnostics) };
}

/** The same document read in two dialects is two workflows. */
function forcedVersion(version: string, { name }: Dialect): string {
  return version === '' ? version : contentHash({ dialect: name, version });
}

function refused(diagnostics: readonly Diagnostic[]): CompiledDefinition {
  return { dialect: null, workflow: null, graph: null, version: versionId(''), diagnostics };
}

function notDetected(): Diagnostic {
  return toDiagnostic({
    path: [],
    code: 'DIALECT_UNKNOWN',
    severity: 'error',
    message: 'This definition does not have the shape of a known dialect.',
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
