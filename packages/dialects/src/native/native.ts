// The native dialect
// The format of the studio and of the examples; every other dialect compiles to it.
import type { Json } from '@skein/kernel';
import type { Dialect } from '../dialect/dialect.ts';
import { compileNative, compileNativeInParts } from './compile-native.ts';
import { nativeJsonSchema } from './shape/native-json-schema.ts';
import { readTriggers } from '../triggers/read-trigger.ts';
import { viewNative } from './view-native.ts';

export const native: Dialect = {
  name: 'native',
  kinds: [],
  // Whatever its number: a file of a later format must be refused for that reason, not taken for another dialect.
  detect: (definition) => Object.hasOwn(definition, 'skein'),
  schema: nativeJsonSchema,
  diagnose: (definition, options) => compileNative(definition, options).diagnostics,
  compile: compileNative,
  compileInParts: compileNativeInParts,
  // A workflow is its own JSON.
  export: (workflow) => ({ definition: workflow as unknown as Json, losses: [] }),
  view: viewNative,
  triggers: readTriggers,
};
