import type { LongWork } from '@skein/kernel';
import {
  compileDefinition,
  compileDefinitionInParts,
  type DefinitionOptions,
} from './compile-definition.ts';
import type { CompiledDefinition } from './compiled-definition.ts';

type ReadingOptions = Pick<
  DefinitionOptions,
  'start' | 'dialect' | 'isStored' | 'isRead' | 'version'
>;

export interface DefinitionCompiler {
  (definition: unknown, options?: ReadingOptions): CompiledDefinition;
  /** The same, which others may interrupt. */
  readonly inParts: (definition: unknown, options?: ReadingOptions) => LongWork<CompiledDefinition>;
}

/** Compiles definitions of any dialect for a host that has all of this. */
export function definitionCompiler(
  host: Pick<DefinitionOptions, 'kinds' | 'functions' | 'tools' | 'checkConfig'>,
): DefinitionCompiler {
  return Object.assign(
    (definition: unknown, options: ReadingOptions = {}) =>
      compileDefinition(definition, { ...host, ...options }),
    {
      inParts: (definition: unknown, options: ReadingOptions = {}) =>
        compileDefinitionInParts(definition, { ...host, ...options }),
    },
  );
}
