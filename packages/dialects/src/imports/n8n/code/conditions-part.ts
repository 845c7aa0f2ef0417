/** The conditions of IF, Switch and Filter, for those whose expressions only code can compute. */
export const conditionsPart = `const textOf = (value) => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
const timeOf = (value) => (typeof value === 'number' ? value : Date.parse(value?.toISO?.() ?? value));
const isNothing = (value) => value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
const patternOf = (value) => { const found = /^\\/(.*)\\/([a-z]*)$/s.exec(textOf(value)); return found === null ? new RegExp(textOf(value)) : new RegExp(found[1], found[2].replaceAll('g', '')); };
const holds = ({ type, operation, left, right, isFolded }) => {
  const fold = (value) => (isFolded ? textOf(value).toLowerCase() : textOf(value));
  const a = type === 'number' ? Number(left) : type === 'dateTime' ? timeOf(left) : type === 'boolean' ? [true, 'true', 1, '1'].includes(left) : type === 'array' ? (left ?? []) : fold(left);
  const b = type === 'number' || type === 'array' ? Number(right) : type === 'dateTime' ? timeOf(right) : type === 'boolean' ? [true, 'true', 1, '1'].includes(right) : fold(right);
  const isThere = left !== null && left !== undefined;
  switch (operation) {
    case 'exists': return isThere; case 'notExists': return !isThere;
    case 'empty': return isNothing(left); case 'notEmpty': return !isNothing(left);
    case 'true': return a === true; case 'false': return a === false;
    case 'equals': case 'equal': return a === b; case 'notEquals': case 'notEqual': return a !== b;
    case 'contains': return type === 'array' ? left.some((each) => fold(each) === fold(right)) : a.includes(b);
    case 'notContains': return type === 'array' ? !left.some((each) => fold(each) === fold(right)) : !a.includes(b);
    case 'startsWith': return a.startsWith(b); case 'notStartsWith': return !a.startsWith(b); case 'endsWith': return a.endsWith(b); case 'notEndsWith': return !a.endsWith(b);
    case 'regex': return patternOf(right).test(textOf(left)); case 'notRegex': return !patternOf(right).test(textOf(left));
    case 'gt': case 'larger': case 'after': return a > b; case 'gte': case 'largerEqual': case 'afterOrEquals': return a >= b; case 'lt': case 'smaller': case 'before': return a < b; case 'lte': case 'smallerEqual': case 'beforeOrEquals': return a <= b;
    case 'lengthEquals': return a.length === b; case 'lengthNotEquals': return a.length !== b; case 'lengthGt': return a.length > b; case 'lengthGte': return a.length >= b; case 'lengthLt': return a.length < b; case 'lengthLte': return a.length <= b;
    default: throw new Error('The operation "' + operation + '" is not offered here.');
  }
};`;

/** The fields of Set, likewise. */
export const fieldsPart = `const asType = (value, type) => {
  if (value === null || value === undefined) return null;
  if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (type === 'number') return value === '' ? null : Number(value);
  if (type === 'boolean') return [true, 'true', 1, '1'].includes(value);
  return (type === 'array' || type === 'object') && typeof value === 'string' ? JSON.parse(value) : value;
};
const setFields = (json, values, { kept, isFlat }) => {
  const result = kept === 'all' ? structuredCopy(json) : kept === 'none' ? {} : Object.fromEntries(Object.entries(json).filter(([key]) => ('only' in kept ? kept.only.includes(key) : !kept.but.includes(key))));
  for (const { name, value, type } of values) {
    const given = asType(value, type);
    if (name === '') { Object.assign(result, given); continue; }
    const path = isFlat ? [name] : name.replaceAll(/\\[["']?([^\\]"']*)["']?\\]/g, '.$1').split('.').filter((step) => step !== '');
    let at = result;
    for (const [place, step] of path.slice(0, -1).entries()) at = at[step] = typeof at[step] === 'object' && at[step] !== null ? at[step] : /^\\d+$/.test(path[place + 1]) ? [] : {};
    at[path.at(-1)] = given;
  }
  return result;
};
const structuredCopy = (value) => JSON.parse(JSON.stringify(value));`;
