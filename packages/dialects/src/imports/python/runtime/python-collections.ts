// Lists, dictionaries, sets, calls and the functions that are always there.
export const pythonCollections = String.raw`
function py_dict(entries) {
  const map = new Map();
  for (const [key, value] of entries) {
    const own = py_key(key);
    map.set(own, [map.has(own) ? map.get(own)[0] : key, value]);
  }
  return { py: "dict", map };
}
function py_set(items) {
  const map = new Map();
  for (const item of items) if (!map.has(py_key(item))) map.set(py_key(item), [item, null]);
  return { py: "set", map };
}
function py_tuple(items) {
  const made = [...items];
  Object.defineProperty(made, "py", { value: "tuple" });
  return made;
}
function py_entries(dict) {
  if (py_type(dict) !== "dict") throw py_error("TypeError", "'" + py_type(dict) + "' object is not a mapping");
  return [...dict.map.values()];
}
function py_iter(value) {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return Array.from(value);
  if (value !== null && typeof value === "object" && value.map instanceof Map) return [...value.map.values()].map(([key]) => key);
  throw py_error("TypeError", "'" + py_type(value) + "' object is not iterable");
}
function py_unpack(value, count) {
  const items = [...py_iter(value)];
  if (items.length > count) throw py_error("ValueError", "too many values to unpack (expected " + count + ")");
  if (items.length < count) throw py_error("ValueError", "not enough values to unpack (expected " + count + ", got " + items.length + ")");
  return items;
}
function py_in(item, list) {
  if (typeof list === "string") {
    if (typeof item !== "string") throw py_error("TypeError", "'in <string>' requires string as left operand, not " + py_type(item));
    return list.includes(item);
  }
  if (Array.isArray(list)) return list.some((each) => py_eq(each, item));
  if (list !== null && typeof list === "object" && list.map instanceof Map) return list.map.has(py_key(item));
  throw py_error("TypeError", "argument of type '" + py_type(list) + "' is not iterable");
}
function py_notin(item, list) {
  return !py_in(item, list);
}
function py_place(list, index, what) {
  if (typeof index === "boolean" || !Number.isInteger(index)) throw py_error("TypeError", what + " indices must be integers or slices, not " + py_type(index));
  const place = index < 0 ? list.length + index : index;
  if (place < 0 || place >= list.length) throw py_error("IndexError", what + " index out of range");
  return place;
}
function py_item(object, index) {
  const type = py_type(object);
  if (type === "dict") {
    const found = object.map.get(py_key(index));
    if (found === undefined) throw py_error("KeyError", py_repr(index));
    return found[1];
  }
  if (type === "list" || type === "tuple") return object[py_place(object, index, type)];
  if (type === "str") {
    const characters = Array.from(object);
    return characters[py_place(characters, index, "string")];
  }
  throw py_error("TypeError", "'" + type + "' object is not subscriptable");
}
function py_setitem(object, index, value) {
  const type = py_type(object);
  if (type === "dict") {
    const own = py_key(index);
    object.map.set(own, [object.map.has(own) ? object.map.get(own)[0] : index, value]);
  } else if (type === "list") object[py_place(object, index, "list assignment")] = value;
  else throw py_error("TypeError", "'" + type + "' object does not support item assignment");
}
function py_delitem(object, index) {
  if (py_type(object) === "dict") {
    if (!object.map.delete(py_key(index))) throw py_error("KeyError", py_repr(index));
  } else object.splice(py_place(object, index, "list"), 1);
}
function py_slice(object, start, end, step) {
  const list = typeof object === "string" ? Array.from(object) : object;
  if (!Array.isArray(list)) throw py_error("TypeError", "'" + py_type(object) + "' object is not subscriptable");
  const by = step ?? 1;
  if (by === 0) throw py_error("ValueError", "slice step cannot be zero");
  const bound = (value, otherwise) => {
    if (value === null || value === undefined) return otherwise;
    const place = value < 0 ? list.length + value : value;
    return by > 0 ? Math.min(Math.max(place, 0), list.length) : Math.min(Math.max(place, -1), list.length - 1);
  };
  const made = [];
  const first = bound(start, by > 0 ? 0 : list.length - 1);
  const last = bound(end, by > 0 ? list.length : -1);
  for (let at = first; by > 0 ? at < last : at > last; at += by) made.push(list[at]);
  return typeof object === "string" ? made.join("") : object.py === "tuple" ? py_tuple(made) : made;
}
function py_def(names, defaults, body) {
  const made = (args, named) => {
    if (args.length > names.length) throw py_error("TypeError", "a function takes " + names.length + " positional arguments but " + args.length + " were given");
    for (const name of Object.keys(named)) {
      if (!names.includes(name)) throw py_error("TypeError", "got an unexpected keyword argument '" + name + "'");
    }
    return body(...names.map((name, index) => {
      if (index < args.length) return args[index];
      if (Object.hasOwn(named, name)) return named[name];
      if (Object.hasOwn(defaults, name)) return defaults[name];
      throw py_error("TypeError", "missing the required argument '" + name + "'");
    }));
  };
  return made;
}
function py_call(callee, args, named) {
  if (typeof callee !== "function") throw py_error("TypeError", "'" + py_type(callee) + "' object is not callable");
  return callee(args, named);
}
function py_b_len([value]) {
  if (typeof value === "string") return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  if (value !== null && typeof value === "object" && value.map instanceof Map) return value.map.size;
  throw py_error("TypeError", "object of type '" + py_type(value) + "' has no len()");
}
function py_b_range([first, second, third]) {
  const [start, end, step] = second === undefined ? [0, first, 1] : [first, second, third ?? 1];
  if (![start, end, step].every(Number.isInteger)) throw py_error("TypeError", "'float' object cannot be interpreted as an integer");
  if (step === 0) throw py_error("ValueError", "range() arg 3 must not be zero");
  const made = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) {
    if (made.length >= 1000000) throw py_error("OverflowError", "the range is too long");
    made.push(at);
  }
  return made;
}
function py_b_str([value = ""]) {
  return py_str(value);
}
function py_b_repr([value]) {
  return py_repr(value);
}
function py_b_int([value = 0, base]) {
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string") {
    const text = value.trim().replaceAll("_", "");
    if (base !== undefined && base !== 10) {
      const read = Number.parseInt(text, base);
      if (Number.isNaN(read)) throw py_error("ValueError", "invalid literal for int() with base " + base + ": " + py_repr(value));
      return read;
    }
    if (/^[+-]?\d+$/.test(text)) return py_finite(Number(text));
    throw py_error("ValueError", "invalid literal for int() with base 10: " + py_repr(value));
  }
  throw py_error("TypeError", "int() argument must be a string, a bytes-like object or a real number, not '" + py_type(value) + "'");
}
function py_b_float([value = 0]) {
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  if (typeof value === "string" && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value.trim())) return Number(value);
  if (typeof value === "string") throw py_error("ValueError", "could not convert string to float: " + py_repr(value));
  throw py_error("TypeError", "float() argument must be a string or a real number, not '" + py_type(value) + "'");
}
function py_b_bool([value = null]) {
  return py_truth(value);
}
function py_b_list([value = []]) {
  return [...py_iter(value)];
}
function py_b_tuple([value = []]) {
  return py_tuple(py_iter(value));
}
function py_b_set([value = []]) {
  return py_set(py_iter(value));
}
function py_b_dict([value], named) {
  const given = value === undefined ? [] : py_type(value) === "dict" ? py_entries(value) : py_iter(value).map((pair) => py_unpack(pair, 2));
  return py_dict([...given, ...Object.entries(named)]);
}
function py_b_sum([items, start = 0]) {
  return py_iter(items).reduce((total, item) => py_add(total, item), start);
}
function py_extreme(args, named, isBetter, name) {
  const items = args.length === 1 ? [...py_iter(args[0])] : args;
  if (items.length === 0) {
    if (Object.hasOwn(named, "default")) return named.default;
    throw py_error("ValueError", name + "() arg is an empty sequence");
  }
  const key = (item) => (named.key ? py_call(named.key, [item], {}) : item);
  return items.reduce((best, item) => (isBetter(key(item), key(best)) ? item : best));
}
function py_b_min(args, named) {
  return py_extreme(args, named, py_lt, "min");
}
function py_b_max(args, named) {
  return py_extreme(args, named, py_gt, "max");
}
function py_b_sorted([items], named) {
  const keyed = [...py_iter(items)].map((item, index) => ({ item, index, key: named.key ? py_call(named.key, [item], {}) : item }));
  const isBackwards = py_truth(named.reverse ?? false);
  keyed.sort((a, b) => {
    const order = py_compare(a.key, b.key, "<");
    return order === 0 ? a.index - b.index : isBackwards ? -order : order;
  });
  return keyed.map(({ item }) => item);
}
function py_b_reversed([items]) {
  return [...py_iter(items)].reverse();
}
function py_b_enumerate([items, start], named) {
  const first = start ?? named.start ?? 0;
  return py_iter(items).map((item, index) => py_tuple([index + first, item]));
}
function py_b_zip(lists) {
  const all = lists.map((list) => py_iter(list));
  const length = all.length === 0 ? 0 : Math.min(...all.map((list) => list.length));
  return Array.from({ length }, (_, index) => py_tuple(all.map((list) => list[index])));
}
function py_b_map([callee, ...lists]) {
  return py_b_zip(lists).map((items) => py_call(callee, [...items], {}));
}
function py_b_filter([callee, items]) {
  return py_iter(items).filter((item) => py_truth(callee === null ? item : py_call(callee, [item], {})));
}
function py_b_any([items]) {
  return py_iter(items).some(py_truth);
}
function py_b_all([items]) {
  return py_iter(items).every(py_truth);
}
function py_b_abs([value]) {
  return Math.abs(py_number(value, "abs"));
}
function py_b_round([value, digits]) {
  const number = py_number(value, "round");
  const factor = 10 ** (digits ?? 0);
  const scaled = number * factor;
  const floor = Math.floor(scaled);
  if (scaled - floor === 0.5) return (floor % 2 === 0 ? floor : floor + 1) / factor;
  return digits === undefined || digits === null ? Math.round(scaled) : Number(number.toFixed(Math.max(0, digits)));
}
function py_b_print(items) {
  console.log(items.map(py_str).join(" "));
  return null;
}
function py_b_ord([text]) {
  return text.codePointAt(0);
}
function py_b_chr([point]) {
  return String.fromCodePoint(point);
}
function py_math_floor([value]) {
  return Math.floor(py_number(value, "floor"));
}
function py_math_ceil([value]) {
  return Math.ceil(py_number(value, "ceil"));
}
`;
