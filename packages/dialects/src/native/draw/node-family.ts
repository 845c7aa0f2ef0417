// Families of node types
// Types that do the same kind of thing share a colour and an icon.

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

const families: ReadonlyMap<string, NodeFamily> = new Map<string, NodeFamily>([
  ['start', 'start'],
  ['end', 'end'],
  ['stop', 'end'],
  ['llm', 'model'],
  ['agent', 'model'],
  ['function', 'function'],
  ['tool', 'function'],
  ['transform', 'value'],
  ['if', 'choice'],
  ['switch', 'choice'],
  ['join', 'join'],
  ['map', 'children'],
  ['subworkflow', 'children'],
  ['approval', 'person'],
  ['input', 'person'],
  ['delay', 'time'],
  ['event', 'event'],
  ['emit', 'event'],
]);

export function nodeFamily(type: string): NodeFamily {
  return families.get(type) ?? 'other';
}
