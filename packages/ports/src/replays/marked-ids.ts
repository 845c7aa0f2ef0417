// Ids in requests
// A prompt may hold ids that were made in its run: of an output, of the run itself. Another run asks for the same with ids of its
// own. So in a recorded request these ids are marks, `<id:1>`, `<id:2>` in the order in which they appear, and a mark fits any id
// as long as it is always the same one. Ids that came from outside stay as they are, and must be equal.

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const mark = /<id:[1-9][0-9]*>/g;

/** The text with marks in the place of own ids; `marks` has the mark of each id and gets those of new ones. */
export function markIds(
  text: string,
  isOwn: (id: string) => boolean,
  marks: Map<string, string>,
): string {
  return text.replaceAll(uuid, (id) => {
    if (!isOwn(id)) return id;
    const known = marks.get(id);
    if (known !== undefined) return known;
    const made = `<id:${marks.size + 1}>`;
    marks.set(id, made);
    return made;
  });
}

/** The id behind each mark, when the text is the marked one with ids in the place of marks; else null. */
export function matchMarked(marked: string, text: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  let place = 0;
  let at = 0;
  for (const { 0: written, index } of marked.matchAll(mark)) {
    const literal = marked.slice(place, index);
    if (!text.startsWith(literal, at)) return null;
    at += literal.length;
    place = index + written.length;
    const id = text.slice(at, at + idLength);
    const [whole] = id.match(uuid) ?? [];
    if (whole !== id) return null;
    const known = found.get(written);
    if (known !== undefined && known !== id) return null;
    found.set(written, id);
    at += idLength;
  }
  return text.slice(at) === marked.slice(place) ? found : null;
}

const idLength = 36;

/** The text with ids in the place of marks; a mark without an id stays. */
export function unmarkIds(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replaceAll(mark, (written) => ids.get(written) ?? written);
}
