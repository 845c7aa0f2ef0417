// What threads for large work know of the host, as it can be sent to them.
import { existsSync } from 'node:fs';
import { listedKind, type KnownTools } from '@skein/dialects';
import { ceilingsOf, checkDefinition, withCeilings } from '@skein/engine';
import type { EffectClass, JsonObject, NodeKind } from '@skein/kernel';
import type { NodeType } from '@skein/ports';
import type { LargeWorkOptions } from '@skein/server';
import type { ComposedWorkflows } from '../parts/compose-workflows.ts';
import { packageFile } from '../package-file.ts';
import { withoutUndefined } from '../without-undefined.ts';

export interface LargeWorkSetup {
  readonly functions: readonly {
    readonly name: string;
    readonly ports?: readonly string[];
    readonly effect?: EffectClass;
  }[];
  /** The types that the host has registered, as far as they are data. */
  readonly types: readonly { readonly type: string; readonly kind: JsonObject }[];
  /** The types among them that check or describe their nodes with code. */
  readonly onlyHere: readonly string[];
  readonly tools: { readonly names: readonly string[]; readonly beginnings: readonly string[] };
  readonly ceilings: Parameters<typeof ceilingsOf>[0];
}

/** Undefined where the thread’s file is not: somebody has bundled the package into a file of their own. */
export function largeWorkOptions(
  workflows: ComposedWorkflows,
  ceilings: LargeWorkSetup['ceilings'],
): LargeWorkOptions | undefined {
  const entry = entryFile();
  if (entry === undefined) return undefined;
  const { nodeTypes, compile } = workflows;
  const parts = { nodeTypes, compile: withCeilings(compile, ceilingsOf(ceilings)) };
  return {
    entry,
    setup: setupOf(workflows, ceilings),
    checkHere: (definition, reading) => checkDefinition(parts, definition, reading),
  };
}

/** The source in the repository, the built file in an installed package. */
function entryFile(): URL | undefined {
  const files = [packageFile('src/server/large-work-main.ts'), packageFile('dist/large-work.js')];
  return files.find((file) => file.protocol === 'file:' && existsSync(file));
}

function setupOf(
  { nodeTypes, ownTypes, functions, tools }: ComposedWorkflows,
  ceilings: LargeWorkSetup['ceilings'],
): LargeWorkSetup {
  const own = [...nodeTypes].filter(([type]) => ownTypes.has(type));
  return {
    functions: [...functions].map(([name, { ports, effect }]) => ({
      name,
      ...withoutUndefined({ ports, effect }),
    })),
    types: own.map(([type, { kind }]) => ({ type, kind: listedKind(kind) })),
    onlyHere: own.filter(([, type]) => hasCode(type)).map(([type]) => type),
    tools: { names: [...tools.names], beginnings: tools.beginnings },
    ceilings,
  };
}

function hasCode({ kind, checkConfig, needs }: NodeType): boolean {
  const isCode = (value: unknown) => typeof value === 'function';
  return [checkConfig, needs].some(isCode) || Object.values(kind).some(isCode);
}

/** In the thread: what the host is like, without anything that could be run. */
export function hostOf({ functions, types, tools }: LargeWorkSetup) {
  const run = () => {
    throw new Error('Nothing runs in a thread for large work.');
  };
  const known: KnownTools = { names: new Set(tools.names), beginnings: tools.beginnings };
  return {
    functions: Object.fromEntries(functions.map(({ name, ...about }) => [name, { run, ...about }])),
    // Written from a kind, without its code: types with code are not read in the thread.
    nodeTypes: Object.fromEntries(
      types.map(({ type, kind }) => [
        type,
        // Written from a kind, see above.
        { kind: { ...kind, type } as unknown as NodeKind, description: '', run },
      ]),
    ),
    known,
  };
}
