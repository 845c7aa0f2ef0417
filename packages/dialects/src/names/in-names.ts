/** Words before a quotation that is no node, even if a node has that id. */
const others =
  'called|case|function|handle|id|key|keys|model|name|no|operator|port|provider|reference|secret|tool|type|value|values';
const quoted = new RegExp(`(?<!\\b(?:${others}) )"([^"\\n]{1,200})"`, 'g');

/**
 * A sentence that names nodes by their quoted ids, with their names instead. Sentences of the dialects are for definitions as
 * people write them, where ids are what is read.
 */
export function inNames(sentence: string, names: ReadonlyMap<string, string>): string {
  return sentence.replaceAll(quoted, (whole, id: string) => {
    const name = names.get(id);
    return name === undefined ? whole : `"${name}"`;
  });
}
