/** Whether lists and objects in this JSON are nested deeper than so many levels; nothing is parsed, so depth costs no stack. */
export function isTextDeeperThan(json: string, levels: number): boolean {
  let depth = 0;
  let isString = false;
  for (let i = 0; i < json.length; i++) {
    const sign = json[i];
    if (isString) {
      if (sign === '\\') i++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') {
      depth++;
      if (depth > levels) return true;
    } else if (sign === '}' || sign === ']') depth--;
  }
  return false;
}
