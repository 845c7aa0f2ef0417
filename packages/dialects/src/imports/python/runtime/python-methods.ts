// Methods of texts, lists, dictionaries and sets, and how values are written into texts.
export const pythonMethods = String.raw`
function py_method(object, name, args, named) {
  const table = { str: py_of_text, list: py_of_list, tuple: py_of_list, dict: py_of_dict, set: py_of_set, match: py_of_match, pattern: py_of_pattern }[py_type(object)];
  const found = table === undefined ? undefined : table(object, args, named)[name];
  if (found === undefined) throw py_error("AttributeError", "'" + py_type(object) + "' object has no attribute '" + name + "'");
  return found();
}
function py_strip(text, characters, isStart, isEnd) {
  const list = Array.from(text);
  const drops = characters === null || characters === undefined ? (one) => /\s/.test(one) : (one) => characters.includes(one);
  let first = 0, last = list.length;
  while (isStart && first < last && drops(list[first])) first += 1;
  while (isEnd && last > first && drops(list[last - 1])) last -= 1;
  return list.slice(first, last).join("");
}
function py_split(text, separator, most) {
  const limit = most === undefined || most < 0 ? Infinity : most;
  if (separator === null || separator === undefined) {
    const parts = [];
    let rest = text.trim();
    while (rest !== "" && parts.length < limit) {
      const found = /\s+/.exec(rest);
      if (found === null) break;
      parts.push(rest.slice(0, found.index));
      rest = rest.slice(found.index + found[0].length);
    }
    return rest === "" ? parts : [...parts, rest];
  }
  if (separator === "") throw py_error("ValueError", "empty separator");
  const all = text.split(separator);
  return all.length <= limit + 1 ? all : [...all.slice(0, limit), all.slice(limit).join(separator)];
}
function py_found(text, part, isLast) {
  const place = isLast ? text.lastIndexOf(part) : text.indexOf(part);
  return place === -1 ? -1 : Array.from(text.slice(0, place)).length;
}
function py_ends(text, parts, name) {
  return (Array.isArray(parts) ? parts : [parts]).some((part) => text[name](part));
}
function py_pad(text, width, fill, side) {
  const missing = Math.max(0, width - Array.from(text).length);
  const before = side === "left" ? 0 : side === "right" ? missing : Math.floor(missing / 2);
  return fill.repeat(before) + text + fill.repeat(missing - before);
}
function py_of_text(text, args, named) {
  const [first, second] = args;
  const is = (pattern) => text !== "" && pattern.test(text);
  const title = (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
  const part = (place) => (place === -1 ? null : place);
  return {
    split: () => py_split(text, first ?? named.sep, second ?? named.maxsplit),
    rsplit: () => {
      const all = py_split(text, first ?? named.sep, -1);
      const most = second ?? named.maxsplit ?? -1;
      if (most < 0 || all.length <= most + 1) return all;
      if ((first ?? null) === null) throw py_error("ValueError", "rsplit without a separator is not translated");
      return [all.slice(0, all.length - most).join(first), ...all.slice(all.length - most)];
    },
    strip: () => py_strip(text, first, true, true),
    lstrip: () => py_strip(text, first, true, false),
    rstrip: () => py_strip(text, first, false, true),
    replace: () => {
      if (args[2] === undefined) return text.replaceAll(first, () => second);
      return py_split(text, first, args[2]).join(second);
    },
    lower: () => text.toLowerCase(),
    casefold: () => text.toLowerCase(),
    upper: () => text.toUpperCase(),
    startswith: () => py_ends(text, first, "startsWith"),
    endswith: () => py_ends(text, first, "endsWith"),
    join: () => {
      const items = py_iter(first);
      const wrong = items.findIndex((item) => typeof item !== "string");
      if (wrong !== -1) throw py_error("TypeError", "sequence item " + wrong + ": expected str instance, " + py_type(items[wrong]) + " found");
      return items.join(text);
    },
    find: () => {
      const from = second ?? 0;
      const place = py_found(Array.from(text).slice(from).join(""), first, false);
      return place === -1 ? -1 : place + from;
    },
    rfind: () => py_found(text, first, true),
    index: () => {
      const place = py_found(text, first, false);
      if (place === -1) throw py_error("ValueError", "substring not found");
      return place;
    },
    count: () => (first === "" ? Array.from(text).length + 1 : text.split(first).length - 1),
    splitlines: () => {
      const lines = text.split(/\r\n|\n|\r/);
      return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
    },
    format: () => py_fill(text, args, named),
    title: () => text.replaceAll(/\p{L}+/gu, title),
    capitalize: () => title(text),
    isdigit: () => is(/^\p{Nd}+$/u),
    isdecimal: () => is(/^\p{Nd}+$/u),
    isnumeric: () => is(/^\p{N}+$/u),
    isalpha: () => is(/^\p{L}+$/u),
    isalnum: () => is(/^[\p{L}\p{N}]+$/u),
    isspace: () => is(/^\s+$/),
    isupper: () => text.toUpperCase() === text && text.toLowerCase() !== text,
    islower: () => text.toLowerCase() === text && text.toUpperCase() !== text,
    zfill: () => (/^[+-]/.test(text) ? text[0] + py_pad(text.slice(1), first - 1, "0", "right") : py_pad(text, first, "0", "right")),
    ljust: () => py_pad(text, first, second ?? " ", "left"),
    rjust: () => py_pad(text, first, second ?? " ", "right"),
    center: () => py_pad(text, first, second ?? " ", "center"),
    partition: () => {
      const place = part(text.indexOf(first));
      return py_tuple(place === null ? [text, "", ""] : [text.slice(0, place), first, text.slice(place + first.length)]);
    },
    rpartition: () => {
      const place = part(text.lastIndexOf(first));
      return py_tuple(place === null ? ["", "", text] : [text.slice(0, place), first, text.slice(place + first.length)]);
    },
    removeprefix: () => (text.startsWith(first) ? text.slice(first.length) : text),
    removesuffix: () => (first !== "" && text.endsWith(first) ? text.slice(0, -first.length) : text),
  };
}
function py_of_list(list, args, named) {
  const [first, second] = args;
  const place = () => {
    const found = list.findIndex((item) => py_eq(item, first));
    if (found === -1) throw py_error("ValueError", py_repr(first) + " is not in list");
    return found;
  };
  const reads = {
    index: place,
    count: () => list.filter((item) => py_eq(item, first)).length,
  };
  if (list.py === "tuple") return reads;
  const nothing = (change) => () => {
    change();
    return null;
  };
  return {
    ...reads,
    append: nothing(() => list.push(first)),
    extend: nothing(() => list.push(...py_iter(first))),
    insert: nothing(() => list.splice(first, 0, second)),
    remove: nothing(() => list.splice(place(), 1)),
    reverse: nothing(() => list.reverse()),
    clear: nothing(() => list.splice(0)),
    sort: nothing(() => list.splice(0, list.length, ...py_b_sorted([list], named))),
    copy: () => [...list],
    pop: () => {
      if (list.length === 0) throw py_error("IndexError", "pop from empty list");
      return list.splice(first === undefined ? list.length - 1 : py_place(list, first, "pop"), 1)[0];
    },
  };
}
function py_of_dict(dict, args, named) {
  const [key, otherwise = null] = args;
  const own = () => dict.map.get(py_key(key));
  return {
    get: () => own()?.[1] ?? (dict.map.has(py_key(key)) ? null : otherwise),
    keys: () => py_entries(dict).map(([each]) => each),
    values: () => py_entries(dict).map(([, value]) => value),
    items: () => py_entries(dict).map((pair) => py_tuple(pair)),
    copy: () => py_dict(py_entries(dict)),
    clear: () => {
      dict.map.clear();
      return null;
    },
    pop: () => {
      const found = own();
      if (found === undefined && args.length < 2) throw py_error("KeyError", py_repr(key));
      dict.map.delete(py_key(key));
      return found === undefined ? otherwise : found[1];
    },
    setdefault: () => {
      if (own() === undefined) py_setitem(dict, key, otherwise);
      return own()[1];
    },
    update: () => {
      const given = key === undefined ? [] : py_type(key) === "dict" ? py_entries(key) : py_iter(key).map((pair) => py_unpack(pair, 2));
      for (const [name, value] of [...given, ...Object.entries(named)]) py_setitem(dict, name, value);
      return null;
    },
  };
}
function py_of_set(set, [item]) {
  const nothing = (change) => () => {
    change();
    return null;
  };
  return {
    add: nothing(() => set.map.has(py_key(item)) || set.map.set(py_key(item), [item, null])),
    discard: nothing(() => set.map.delete(py_key(item))),
    remove: nothing(() => {
      if (!set.map.delete(py_key(item))) throw py_error("KeyError", py_repr(item));
    }),
    update: nothing(() => py_iter(item).forEach((each) => set.map.set(py_key(each), [each, null]))),
    union: () => py_set([...py_iter(set), ...py_iter(item)]),
    copy: () => py_set(py_iter(set)),
  };
}
function py_format(value, spec) {
  const found = /^(?:(.)?([<>^=]))?([+ -])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/su.exec(spec);
  if (found === null) throw py_error("ValueError", "Invalid format specifier");
  const [, fill, align, sign, , zero, width, group, digits, type = ""] = found;
  let text;
  if (typeof value === "number" || typeof value === "boolean") {
    const number = Number(value);
    if (type === "f" || type === "F") text = number.toFixed(Number(digits ?? 6));
    else if (type === "%") text = (number * 100).toFixed(Number(digits ?? 6)) + "%";
    else if (type === "d" || (type === "" && digits === undefined)) text = type === "" ? py_str(value) : String(Math.trunc(number));
    else if (type === "x") text = number.toString(16);
    else throw py_error("ValueError", "the format " + spec + " is not translated");
    if (group !== undefined) text = text.replace(/^(-?)(\d+)/, (_, minus, whole) => minus + whole.replaceAll(/\B(?=(\d{3})+$)/g, group));
    if (sign === "+" && number >= 0) text = "+" + text;
  } else {
    text = py_str(value);
    if (digits !== undefined) text = Array.from(text).slice(0, Number(digits)).join("");
  }
  const side = align ?? (zero !== undefined || typeof value === "number" ? ">" : "<");
  return py_pad(text, Number(width ?? 0), fill ?? (zero === undefined ? " " : "0"), { "<": "left", ">": "right", "^": "center", "=": "right" }[side]);
}
function py_fill(text, args, named) {
  let next = 0;
  return text.replaceAll(/\{\{|\}\}|\{([^{}]*)\}/g, (whole, field) => {
    if (whole === "{{") return "{";
    if (whole === "}}") return "}";
    const [name, spec = ""] = [field.split(":")[0], field.includes(":") ? field.slice(field.indexOf(":") + 1) : ""];
    if (!/^\w*$/.test(name)) throw py_error("ValueError", "the field {" + field + "} is not translated");
    const value = name === "" ? args[next++] : /^\d+$/.test(name) ? args[Number(name)] : named[name];
    if (value === undefined) throw py_error(name === "" || /^\d/.test(name) ? "IndexError" : "KeyError", py_repr(name));
    return py_format(value, spec);
  });
}
function py_percent(text, given) {
  const values = Array.isArray(given) && given.py === "tuple" ? given : [given];
  let next = 0;
  return text.replaceAll(/%(?:%|([-0 +]*)(\d+)?(?:\.(\d+))?([sdfrx]))/g, (whole, flags, width, digits, type) => {
    if (whole === "%%") return "%";
    if (next >= values.length) throw py_error("TypeError", "not enough arguments for format string");
    const value = values[next++];
    const written = type === "s" ? py_str(value) : type === "r" ? py_repr(value) : py_format(py_number(value, "%"), (digits === undefined ? "" : "." + digits) + type);
    return py_pad(written, Number(width ?? 0), flags.includes("0") ? "0" : " ", flags.includes("-") ? "left" : "right");
  });
}
`;
