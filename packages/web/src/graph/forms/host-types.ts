// What the host has registered: own node types, functions of a dataflow, registered functions. As its server lists them, they get
// cards, palette entries and forms like the types that ship.
import { knownTypes, type KnownTypes, type ListedFunction, type ListedType } from '@skein/dialects';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { objectAt, textAt } from '../own-keys.ts';
import { openForm, toFormSchema } from './config-schema.ts';
import type { DocumentForm, PaletteEntry, ReadNode } from './document-form.ts';

interface Described {
  readonly description: string;
  /** JSON schema of the settings, or of the arguments. */
  readonly schema: Json;
  readonly isOwn: boolean;
}

export type HostType = ListedType & Described & { readonly name: string };
export type HostFunction = ListedFunction &
  Described & {
    /** JSON schema of what it gives back, where it is known. */
    readonly output?: Json | undefined;
  };

export interface HostTypes {
  readonly known: KnownTypes;
  readonly types: readonly HostType[];
  readonly functions: readonly HostFunction[];
}

export function readHostTypes(
  types: readonly HostType[],
  functions: readonly HostFunction[],
): HostTypes {
  return {
    known: knownTypes(types, functions),
    types: types.filter(({ isOwn }) => isOwn),
    functions,
  };
}

/** A type as definitions of one dialect call it. */
interface HostEntry {
  readonly word: string;
  readonly name: string;
  readonly description: string;
  readonly schema: Json;
  readonly ports: readonly string[];
  readonly isOffered: boolean;
  /** What a new node is, where its word is not its type. */
  readonly node?: JsonObject;
}

/** The form with what the host has registered. */
export function withHostTypes(form: DocumentForm, host: HostTypes): DocumentForm {
  const { known } = host;
  if (form.dialect === 'dataflow') return { ...withEntries(form, flowEntries(host)), known };
  if (form.dialect === 'native') return { ...withEntries(form, nativeEntries(host)), known };
  return { ...form, known };
}

const flowPrefix = 'dataflow.';

function flowEntries({ types, functions }: HostTypes): readonly HostEntry[] {
  const called = functions.map(({ name, description, schema, ports, isOwn }): HostEntry => ({
    word: name,
    name,
    description,
    schema,
    // The value of a function is its result.
    ports: ports.map((port) => (port === 'output' ? 'result' : port)),
    isOffered: isOwn,
  }));
  // A type takes the place of a function of the same name.
  return [...called, ...types.map((type) => typeEntry(type, ['result', 'context']))];
}

function nativeEntries({ types, functions }: HostTypes): readonly HostEntry[] {
  const own = functions.filter(({ isOwn }) => isOwn);
  const called = own.map(({ name, description, ports }): HostEntry => ({
    word: `function:${name}`,
    name,
    description,
    schema: {},
    ports,
    isOffered: true,
    node: { type: 'function', config: { name } },
  }));
  const usable = types.filter(({ type }) => !type.startsWith(flowPrefix));
  return [...called, ...usable.map((type) => typeEntry(type, ['output']))];
}

/** `usual`: the ports of a type that declares none. */
function typeEntry(
  { type, name, description, schema, kind }: HostType,
  usual: readonly string[],
): HostEntry {
  const word = type.startsWith(flowPrefix) ? type.slice(flowPrefix.length) : type;
  const ports = kind?.['ports'];
  return {
    word,
    name: name === type ? word : name,
    description,
    schema,
    // The server lists them as a list of names, or as `any`.
    ports: Array.isArray(ports) ? (ports as readonly string[]) : usual,
    isOffered: true,
  };
}

function withEntries(form: DocumentForm, entries: readonly HostEntry[]): DocumentForm {
  const byWord = new Map(entries.map((entry) => [entry.word, entry]));
  const offered = [...byWord.values()].filter(({ isOffered }) => isOffered);
  return {
    ...form,
    palette: [
      ...form.palette.filter(({ type }) => !byWord.has(type)),
      ...offered.map(paletteEntry),
    ],
    readNode(node, definition) {
      const read = form.readNode(node, definition);
      const entry = read === null ? undefined : byWord.get(read.type);
      return read === null || entry === undefined ? read : withEntry(read, entry, node);
    },
    makeNode(type, id) {
      const { node } = byWord.get(type) ?? {};
      return node === undefined ? form.makeNode(type, id) : { id, ...node };
    },
    configSchema(type) {
      const entry = byWord.get(type);
      if (entry === undefined) return form.configSchema(type);
      const { schema } = entry;
      return isObject(schema) && Object.keys(objectAt(schema, 'properties')).length > 0
        ? toFormSchema(schema)
        : openForm;
    },
  };
}

function paletteEntry({ word, name, description }: HostEntry): PaletteEntry {
  return {
    type: word,
    name,
    description,
    keywords: ['own', 'custom', 'registered', 'function'],
    family: 'tool',
    group: 'Yours',
    initialConfig: {},
  };
}

function withEntry(read: ReadNode, { name, ports }: HostEntry, node: JsonObject): ReadNode {
  return {
    ...read,
    title: textAt(node, 'label') || textAt(node, 'name') || name,
    subtitle: read.id,
    family: 'tool',
    ports: ports.map((id) => ({ id, label: ports.length === 1 ? '' : id })),
    hasInput: true,
  };
}
