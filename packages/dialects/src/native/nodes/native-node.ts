// Native node types
// One file per type describes it completely: its words, its drawing, its config. How the kernel treats a type
// is in `nativeKinds`; what it does, for those that the kernel does not do by itself, is in the room of the agents.
import type { NativeType } from '@skein/kernel';
import type { NodeEntry } from '../../dialect/node-entry.ts';
import {
  record,
  type Fields,
  type ObjectOf,
  type RecordShape,
  type ValueOf,
} from '../../shape/shape.ts';

/** What a node is to people: types of a family share the colour and icon of a drawing. */
export type NodeFamily =
  | 'start'
  | 'end'
  | 'model'
  | 'function'
  | 'value'
  | 'choice'
  | 'join'
  | 'children'
  | 'person'
  | 'time'
  | 'event'
  | 'other';

export interface NativeNode<
  Type extends NativeType = NativeType,
  Config = unknown,
> extends NodeEntry {
  readonly type: Type;
  /** One sentence, for lists of node types. */
  readonly description: string;
  readonly family: NodeFamily;
  readonly config: RecordShape<Config>;
  /** The setting that tells one node of this type from another at a glance. */
  readonly subtitleKey?: string;
}

type NodeParts<Type extends NativeType, Of extends Fields> = Omit<NativeNode<Type>, 'config'> & {
  readonly settings: Of;
  /** Settings of which one at least must be given. */
  readonly oneOf?: readonly (keyof Of & string)[];
};

export function nativeNode<const Type extends NativeType, const Of extends Fields>({
  settings,
  oneOf,
  ...about
}: NodeParts<Type, Of>): NativeNode<Type, ObjectOf<Of>> {
  return { ...about, config: record(`config of type "${about.type}"`, settings, oneOf) };
}

/** The config that a node function reads, once templates are resolved. */
export type ConfigOf<Node extends { readonly config: RecordShape }> = ValueOf<Node['config']>;
