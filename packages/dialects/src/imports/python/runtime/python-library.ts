// The modules json and re.
export const pythonLibrary = String.raw`
function py_json_loads([text]) {
  if (typeof text !== "string") throw py_error("TypeError", "the JSON object must be str, bytes or bytearray, not " + py_type(text));
  try {
    return py_from(JSON.parse(text));
  } catch {
    throw py_error("JSONDecodeError", "Expecting value: line 1 column 1 (char 0)");
  }
}
function py_json_dumps([value], named) {
  const isAscii = py_truth(named.ensure_ascii ?? true);
  const indent = named.indent ?? null;
  const [item, colon] = named.separators === undefined || named.separators === null ? [indent === null ? ", " : ",", ": "] : named.separators;
  const quote = (text) => {
    const written = JSON.stringify(text);
    return isAscii ? written.replaceAll(/[\u007f-\uffff]/g, (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0")) : written;
  };
  const write = (each, depth) => {
    const type = py_type(each);
    const lines = (open, parts, close) => {
      if (parts.length === 0) return open + close;
      if (indent === null) return open + parts.join(item) + close;
      const pad = "\n" + " ".repeat(indent * (depth + 1));
      return open + pad + parts.join(item + pad) + "\n" + " ".repeat(indent * depth) + close;
    };
    if (type === "str") return quote(each);
    if (type === "list" || type === "tuple") return lines("[", each.map((one) => write(one, depth + 1)), "]");
    if (type === "dict") {
      const entries = named.sort_keys ? py_b_sorted([py_entries(each).map(py_tuple)], {}) : py_entries(each);
      return lines("{", entries.map(([key, one]) => quote(py_jsonkey(key)) + colon + write(one, depth + 1)), "}");
    }
    return JSON.stringify(py_to(each));
  };
  return write(value, 0);
}
function py_regex(pattern, flags, extra) {
  if (pattern !== null && typeof pattern === "object" && pattern.py === "pattern") return new RegExp(pattern.source, pattern.flags + extra);
  let source = pattern;
  let own = flags ?? "";
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline !== null) {
    own += inline[1];
    source = source.slice(inline[0].length);
  }
  if (own.includes("x") || /\(\?[>(]|[*+?}]\+/.test(source)) throw py_error("ValueError", "the pattern " + pattern + " is not translated");
  let made = "";
  let isClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const one = source[at];
    if (one === "\\") {
      const next = source[at + 1] ?? "";
      made += next === "A" && !isClass ? "(?<![\\s\\S])" : next === "Z" && !isClass ? "(?![\\s\\S])" : one + next;
      at += 1;
    } else if (isClass) {
      if (one === "]") isClass = false;
      made += one;
    } else if (one === "[") {
      isClass = true;
      made += one;
      if (source[at + 1] === "^") made += source[(at += 1)];
      if (source[at + 1] === "]") {
        made += "\\]";
        at += 1;
      }
    } else if (source.startsWith("(?P<", at)) {
      made += "(?<";
      at += 3;
    } else if (source.startsWith("(?P=", at)) {
      const end = source.indexOf(")", at);
      made += "\\k<" + source.slice(at + 4, end) + ">";
      at = end;
    } else if (one === "$" && !own.includes("m")) made += "(?=\\n?(?![\\s\\S]))";
    else made += one;
  }
  const kept = [...new Set(own)].join("");
  try {
    return new RegExp(made, kept + extra);
  } catch {
    throw py_error("ValueError", "the pattern " + pattern + " is not translated");
  }
}
function py_flags(args, named, place) {
  const flags = args[place] ?? named.flags ?? "";
  return flags === 0 ? "" : flags;
}
function py_matched(found) {
  return found === null ? null : { py: "match", found };
}
function py_re_compile(args, named) {
  const made = py_regex(args[0], py_flags(args, named, 1), "");
  return { py: "pattern", source: made.source, flags: made.flags };
}
function py_re_escape([text]) {
  return text.replaceAll(/[^\p{L}\p{N}_]/gu, "\\$&");
}
function py_re_search(args, named) {
  return py_matched(py_regex(args[0], py_flags(args, named, 2), "").exec(args[1]));
}
function py_re_match(args, named) {
  return py_matched(py_regex(args[0], py_flags(args, named, 2), "y").exec(args[1]));
}
function py_re_fullmatch(args, named) {
  const made = py_regex(args[0], py_flags(args, named, 2), "");
  return py_matched(new RegExp("^(?:" + made.source + ")(?![\\s\\S])", made.flags).exec(args[1]));
}
function py_re_finditer(args, named) {
  return [...args[1].matchAll(py_regex(args[0], py_flags(args, named, 2), "g"))].map(py_matched);
}
function py_re_findall(args, named) {
  const all = [...args[1].matchAll(py_regex(args[0], py_flags(args, named, 2), "g"))];
  return all.map((found) => (found.length === 1 ? found[0] : found.length === 2 ? (found[1] ?? "") : py_tuple(found.slice(1).map((part) => part ?? ""))));
}
function py_re_split(args, named) {
  const most = args[2] ?? named.maxsplit ?? 0;
  const pattern = py_regex(args[0], py_flags(args, named, 3), "g");
  const made = [];
  let end = 0;
  for (const found of args[1].matchAll(pattern)) {
    if (most > 0 && made.length >= most) break;
    made.push(args[1].slice(end, found.index), ...found.slice(1).map((part) => part ?? null));
    end = found.index + found[0].length;
  }
  return [...made, args[1].slice(end)];
}
function py_re_sub(args, named) {
  const [pattern, by, text] = args;
  const most = args[3] ?? named.count ?? 0;
  if (typeof text !== "string") throw py_error("TypeError", "expected string or bytes-like object, got '" + py_type(text) + "'");
  let count = 0;
  const insert = (found) => {
    if (typeof by === "function") return py_str(py_call(by, [py_matched(found)], {}));
    return by.replaceAll(/\\(?:g<(\w+)>|(\d{1,2})|([\\nrt]))/g, (_, name, number, escape) => {
      if (escape !== undefined) return { "\\": "\\", n: "\n", r: "\r", t: "\t" }[escape];
      const group = name ?? number;
      return (/^\d+$/.test(group) ? found[Number(group)] : found.groups?.[group]) ?? "";
    });
  };
  const all = [...text.matchAll(py_regex(pattern, py_flags(args, named, 4), "g"))];
  let made = "";
  let end = 0;
  for (const found of all) {
    if (most > 0 && count >= most) break;
    count += 1;
    made += text.slice(end, found.index) + insert(found);
    end = found.index + found[0].length;
  }
  return made + text.slice(end);
}
function py_of_match({ found }, args) {
  const group = (which) => {
    const value = typeof which === "string" ? found.groups?.[which] : found[which];
    if (value === undefined && (typeof which === "string" ? !Object.hasOwn(found.groups ?? {}, which) : which >= found.length)) throw py_error("IndexError", "no such group");
    return value ?? null;
  };
  return {
    group: () => (args.length > 1 ? py_tuple(args.map(group)) : group(args[0] ?? 0)),
    groups: () => py_tuple(found.slice(1).map((part) => part ?? null)),
    groupdict: () => py_dict(Object.entries(found.groups ?? {}).map(([name, value]) => [name, value ?? null])),
    start: () => Array.from(found.input.slice(0, found.index)).length,
    end: () => Array.from(found.input.slice(0, found.index + found[0].length)).length,
    span: () => py_tuple([Array.from(found.input.slice(0, found.index)).length, Array.from(found.input.slice(0, found.index + found[0].length)).length]),
  };
}
function py_of_pattern(pattern, args, named) {
  const all = [pattern, ...args];
  return {
    sub: () => py_re_sub(all, named),
    search: () => py_re_search(all, named),
    match: () => py_re_match(all, named),
    fullmatch: () => py_re_fullmatch(all, named),
    findall: () => py_re_findall(all, named),
    finditer: () => py_re_finditer(all, named),
    split: () => py_re_split(all, named),
  };
}
function py_shown(value) {
  return value === undefined ? "" : py_str(value);
}
function py_read(object, key) {
  if (object === undefined || object === null || object === "") return undefined;
  try {
    return py_item(object, key);
  } catch {
    return undefined;
  }
}
function py_loop(place, length) {
  return py_dict([["index", place + 1], ["index0", place], ["first", place === 0], ["last", place === length - 1], ["length", length]]);
}
function py_jinja_int(value) {
  const number = Number(value);
  return Number.isFinite(number) ? Math.trunc(number) : 0;
}
`;
