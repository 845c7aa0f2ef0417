// Document forms
// How a dialect writes what can be drawn: one value per dialect, and every edit operation works on all of them. A form reads
// and writes the definition as its author has it, so an edited workflow stays in its dialect.
//
// F1. Reading never fails: what has another shape is not drawn, and the diagnostics say why.
// F2. Writing touches nothing but the part that was meant; keys that nobody knows stay.
import type { DialectName, PalettePlace } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import type { NodeGroup } from './node-group.ts';
import type { Connection, Family, NodeConfig, Point, SketchNode } from '../sketch.ts';

export interface PaletteEntry {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly family: Family;
  readonly group: PalettePlace['group'];
  /** The settings of a new node. */
  readonly initialConfig: JsonObject;
}

export type ReadNode = Omit<SketchNode, 'pointer' | 'position'>;

export interface ReadEdge {
  readonly from: string;
  readonly out: string;
  readonly to: string;
  readonly in: string;
  readonly kind: 'flow' | 'subagent';
}

export interface DocumentForm {
  readonly dialect: DialectName;
  readonly palette: readonly PaletteEntry[];
  /** The keys of the lists of nodes and edges. */
  readonly nodesKey: string;
  readonly edgesKey: (definition: JsonObject) => string;
  readonly readNode: (node: JsonObject, definition: JsonObject) => ReadNode | null;
  readonly readEdge: (edge: JsonObject, definition: JsonObject) => ReadEdge | null;
  readonly makeNode: (type: string, id: string) => JsonObject;
  readonly makeEdge: (connection: Connection, definition: JsonObject) => JsonObject;
  /** Null where the format has no place for it. */
  readonly readPosition: (definition: JsonObject, node: JsonObject) => Point | null;
  readonly writePositions: (
    definition: JsonObject,
    positions: ReadonlyMap<string, Point>,
  ) => JsonObject;
  readonly readConfig: (definition: JsonObject, node: JsonObject) => NodeConfig;
  readonly writeConfig: (definition: JsonObject, index: number, config: NodeConfig) => JsonObject;
  /** The key of a node that people read as its title; undefined: its id. */
  readonly titleKey: (type: string) => { readonly inConfig: boolean; readonly key: string } | null;
  /** Another end for an edge; used when a node gets another id. */
  readonly renameEnds: (edge: JsonObject, from: string, to: string) => JsonObject;
  /** References to a node in any text of the definition. */
  readonly renameReferences: (text: string, from: string, to: string) => string;
  /** What else names nodes, at the top of the definition. */
  readonly renameTop?: (definition: JsonObject, from: string, to: string) => JsonObject;
  /** JSON schema of the form of a node type. */
  readonly configSchema: (type: string) => JsonObject;
  /** JSON schema of the form of a line; undefined where a line has no settings. */
  readonly edgeSchema?: JsonObject;
  /** Settings beside those of the type. */
  readonly groups?: readonly NodeGroup[];
  /** Where a pointer into the definition meets the form of the node at that index; null elsewhere. */
  readonly fieldOf?: (path: readonly string[]) => string | null;
  readonly emptyDefinition: (name: string) => Json;
}
