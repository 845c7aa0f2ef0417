// The version of a canvas: its content without the layout. Moving a node does not make a new version.
import { isObject, ownValue, type Json } from '@skein/kernel';
import { contentHash } from '../../dialect/content-hash.ts';

export function canvasVersion(definition: Json): string {
  const nodes = isObject(definition) ? ownValue(definition, 'nodes') : undefined;
  if (!isObject(definition) || !Array.isArray(nodes)) return contentHash(definition);
  return contentHash({ ...definition, nodes: nodes.map(withoutPlace) });
}

function withoutPlace(node: Json): Json {
  if (!isObject(node)) return node;
  const { x: _x, y: _y, ...rest } = node;
  return rest;
}
