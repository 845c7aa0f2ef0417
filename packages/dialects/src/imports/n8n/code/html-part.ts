/** HTML and CSS selectors, as far as the HTML node reads pages: elements, classes, ids, attributes, descendants and children. */
export const htmlPart = `const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\\u00a0' };
const plain = (text) => text.replace(/&(#x?[\\da-f]+|\\w+);/gi, (all, name) => (name[0] === '#' ? String.fromCodePoint(name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10)) : (ENTITIES[name] ?? all)));
const parse = (html) => {
  const root = { tag: '', attributes: {}, children: [], parent: null }; let at = root;
  for (const [token, , closing, name, attributes, self] of html.matchAll(/<!--[^]*?-->|<![^>]*>|(<(\\/?)([a-zA-Z][\\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\\/?)>)|[^<]+|</g)) {
    if (name === undefined) { if (!token.startsWith('<!')) at.children.push(plain(token)); continue; }
    const tag = name.toLowerCase();
    if (closing) { let up = at; while (up !== root && up.tag !== tag) up = up.parent; if (up !== root) at = up.parent; continue; }
    const found = {}; for (const [, key, , double, single, bare] of attributes.matchAll(/([^\\s=\\/]+)(\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s]+)))?/g)) found[key.toLowerCase()] = plain(double ?? single ?? bare ?? '');
    const node = { tag, attributes: found, children: [], parent: at }; at.children.push(node); if (!self && !VOID.has(tag)) at = node;
  }
  return root;
};
const isElement = (node) => typeof node === 'object';
const simple = (node, part) => [...part.matchAll(/([#.]?)([\\w-]+|\\*)|\\[\\s*([\\w-]+)\\s*(?:([~|^$*]?=)\\s*["']?([^\\]"']*)["']?)?\\s*\\]|:(first-child|last-child|nth-child)(?:\\((\\d+)\\))?/g)].every(([, mark, name, key, sign, value, pseudo, count]) => {
  if (pseudo) { const all = node.parent.children.filter(isElement); return pseudo === 'last-child' ? all.at(-1) === node : all[Number(count ?? 1) - 1] === node; }
  if (key) { const held = node.attributes[key]; if (held === undefined) return false; if (!sign) return true; return { '=': held === value, '^=': held.startsWith(value), '$=': held.endsWith(value), '*=': held.includes(value), '~=': held.split(/\\s+/).includes(value), '|=': held === value || held.startsWith(value + '-') }[sign]; }
  if (name === '*') return true; if (mark === '#') return node.attributes.id === name; if (mark === '.') return (node.attributes.class ?? '').split(/\\s+/).includes(name); return node.tag === name.toLowerCase();
});
const fits = (node, parts) => {
  const last = parts.at(-1); if (!isElement(node) || node.parent === null || !simple(node, last.part)) return false;
  if (parts.length === 1) return true; const rest = parts.slice(0, -1);
  if (last.sign === '>') return fits(node.parent, rest);
  if (last.sign === '+' || last.sign === '~') { const all = node.parent.children.filter(isElement); const place = all.indexOf(node); return last.sign === '+' ? place > 0 && fits(all[place - 1], rest) : all.slice(0, place).some((one) => fits(one, rest)); }
  for (let up = node.parent; up !== null; up = up.parent) if (fits(up, rest)) return true; return false;
};
const select = (root, selector) => {
  const alternatives = selector.split(',').map((one) => [...one.trim().matchAll(/([>+~]?)\\s*((?:[^\\s>+~\\[]|\\[[^\\]]*\\])+)/g)].map(([, sign, part]) => ({ sign, part }))).filter((parts) => parts.length > 0);
  const found = []; const walk = (node) => { for (const child of node.children) if (isElement(child)) { if (alternatives.some((parts) => fits(child, parts))) found.push(child); walk(child); } }; walk(root); return found;
};
const textOf = (node) => node.children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
const writeOf = (node) => node.children.map((child) => (isElement(child) ? '<' + child.tag + Object.entries(child.attributes).map(([key, value]) => ' ' + key + '="' + value + '"').join('') + '>' + (VOID.has(child.tag) ? '' : writeOf(child) + '</' + child.tag + '>') : child)).join('');
const extract = (json, { field, fields, trims }) => {
  const root = parse(String(json[field] ?? '')); const result = {};
  for (const { key, selector, give, attribute, isList, skip } of fields) {
    const read = (node) => { if (give === 'attribute') return node.attributes[attribute]; if (give === 'html') return writeOf(node); if (give === 'value') return node.attributes.value ?? ''; const skipped = skip === '' ? [] : select(node, skip); for (const gone of skipped) gone.parent.children = gone.parent.children.filter((child) => child !== gone); const text = textOf(node); return trims ? text.trim() : text; };
    const found = select(root, selector).map(read);
    result[key] = isList ? found : give === 'text' ? (found.length === 0 ? '' : found.join('')) : found[0];
  }
  return result;
};`;
