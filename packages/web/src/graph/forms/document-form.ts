// Document forms
// How a dialect stores what can be drawn: one value per dialect, and every edit operation works on all of them. A form reads
// and writes the original definition, so an edited workflow stays in its dialect.
//
// F1. Reading never fails: parts with another shape are not drawn, and the diagnostics say why.
// F2. Writing changes only the intended part; unknown keys stay.
import type { DialectName, Field, KnownTypes, PalettePlace, RecordShape } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import type { NamedNode } from './named-node.ts';
import type { NodeGroup } from './node-group.ts';
import type { Connection, Family, NodeConfig, Point, SketchNode } from '../sketch.ts';

export interface PaletteEntry<Type extends string = string> {
  readonly type: Type;
  readonly name: string;
  readonly description: string;
  /** Other words that people look for it by. */
  readonly keywords: readonly string[];
  readonly family: Family;
  /** `Yours`: what the host has registered. */
  readonly group: PalettePlace['group'] | 'Yours';
  /** The settings of a new node. */
  readonly initialConfig: JsonObject;
}

/** An entry of a type whose settings the dialect describes. */
export interface ShapedEntry<Type extends string = string> extends PaletteEntry<Type> {
  readonly config: RecordShape;
}

export type ReadNode = Omit<SketchNode, 'pointer' | 'position'>;

export interface ReadEdge {
  readonly from: string;
  readonly out: string;
  readonly to: string;
  readonly in: string;
  readonly kind: 'flow' | 'subagent';
}

/** A setting whose items have ports of their own: conditions, cases, intents. */
export interface PortList {
  /** The key of the setting. */
  readonly key: string;
  readonly items: readonly PortItem[];
  /** Whether ports are called by a name in the item, and not by its number. */
  readonly isNamed: boolean;
}

export interface PortItem {
  /** What makes it this item and no other. */
  readonly value: Json;
  readonly ports: readonly string[];
}

export interface DocumentForm {
  readonly dialect: DialectName;
  /** Types and functions of the host; without them, only what ships is known. */
  readonly known?: KnownTypes;
  readonly palette: readonly PaletteEntry[];
  /** The keys of the lists of nodes and edges. */
  readonly nodesKey: string;
  readonly edgesKey: (definition: JsonObject) => string;
  readonly readNode: (node: JsonObject, definition: JsonObject) => ReadNode | null;
  readonly readEdge: (edge: JsonObject, definition: JsonObject) => ReadEdge | null;
  readonly makeNode: (type: string, id: string) => JsonObject;
  /** Adds a node of that type, where this is more than an entry in the list of nodes. */
  readonly addNode?: (
    definition: JsonObject,
    added: { readonly type: string; readonly id: string },
  ) => { readonly definition: JsonObject; readonly id: string };
  /** Cards that are no entries of that list. */
  readonly readMarks?: (definition: JsonObject) => readonly ReadNode[];
  readonly makeEdge: (connection: Connection, definition: JsonObject) => JsonObject;
  /** Null if the format has no place for it. */
  readonly readPosition: (definition: JsonObject, node: JsonObject) => Point | null;
  readonly writePositions: (
    definition: JsonObject,
    positions: ReadonlyMap<string, Point>,
  ) => JsonObject;
  readonly readConfig: (definition: JsonObject, node: JsonObject) => NodeConfig;
  readonly writeConfig: (definition: JsonObject, index: number, config: NodeConfig) => JsonObject;
  /** The key that holds the title of a node; undefined: its id is the title. */
  readonly titleKey: (type: string) => { readonly inConfig: boolean; readonly key: string } | null;
  /** Whether compiled nodes have the ports that are drawn, so that a run is drawn like its definition. */
  readonly isDrawnInRuns?: true;
  /** The setting of a node that its ports come from; null if they are fixed. */
  readonly portList?: (type: string, config: NodeConfig) => PortList | null;
  /** Lets an edge leave another port of the same node; with `portList`. */
  readonly writeOut?: (edge: JsonObject, out: string) => JsonObject;
  /** The settings whose texts may hold placeholders; all, if a dialect does not say. */
  readonly filledFields?: (type: string) => ReadonlySet<string>;
  /** The settings that the engine takes as they are written, with all that is in them. */
  readonly rawFields?: (type: string) => ReadonlySet<string>;
  /** The settings that a subagent ignores. */
  readonly ignoredBySubagents?: (type: string) => ReadonlySet<string>;
  /** What an item that is added to a list of the settings starts with; null: as the form made it. */
  readonly newItem?: (type: string, path: readonly (string | number)[]) => JsonObject | null;
  /** Replaces an end of an edge, when a node is renamed. */
  readonly renameEnds: (edge: JsonObject, from: string, to: string) => JsonObject;
  /** Renames references to a node in a text of the definition; those of native texts are renamed where the kernel reads them. */
  readonly renameReferences?: (text: string, from: string, to: string) => string;
  /** Renames other top-level references to nodes. */
  readonly renameTop?: (definition: JsonObject, from: string, to: string) => JsonObject;
  /** JSON schema of the form of a node type. */
  readonly configSchema: (type: string) => JsonObject;
  /** The settings of a node type with their shapes, where the dialect describes them. */
  readonly settings?: (type: string) => ReadonlyMap<string, Field> | undefined;
  /** JSON schema of the form of an edge; undefined if edges have no settings. */
  readonly edgeSchema?: JsonObject;
  /** JSON schema of the settings of the workflow that have fields of their own. */
  readonly topSchema?: JsonObject;
  /** Settings of the policy of a workflow, which may name its nodes. */
  readonly policyGroups?: (nodes: readonly NamedNode[]) => readonly NodeGroup[];
  /** Settings besides those of the type. */
  readonly groups?: readonly NodeGroup[];
  /** The field of the form of a node that a pointer into the definition leads to; null elsewhere. */
  readonly fieldOf?: (path: readonly string[]) => string | null;
  /** What a run starts with whatever its input is; undefined if it takes the input. */
  readonly fixedInput?: (definition: JsonObject) => Json | undefined;
  readonly emptyDefinition: (name: string) => Json;
}
