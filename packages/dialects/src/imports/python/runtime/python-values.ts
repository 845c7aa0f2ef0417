// The values of Python in JavaScript: numbers, texts and lists as they are; dictionaries and sets keep the order and the type of
// their keys; a tuple is a list with a mark. Text that becomes part of translated programs, one function per piece.
export const pythonValues = String.raw`
function py_error(kind, message) {
  const error = new Error(message);
  error.name = kind;
  error.py = kind;
  return error;
}
function py_raised(value) {
  return value instanceof Error ? value : py_error("TypeError", "exceptions must derive from BaseException");
}
function py_caught(thrown) {
  if (thrown instanceof Error && thrown.py !== undefined) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return py_error("TypeError", message);
}
function py_kind(error, kinds) {
  const above = { KeyError: "LookupError", IndexError: "LookupError", ZeroDivisionError: "ArithmeticError", OverflowError: "ArithmeticError", JSONDecodeError: "ValueError", UnicodeDecodeError: "ValueError", UnicodeError: "ValueError", NotImplementedError: "RuntimeError", IOError: "OSError" };
  return kinds.some((kind) => kind === "Exception" || kind === "BaseException" || kind === error.py || above[error.py] === kind);
}
function py_type(value) {
  if (value === null || value === undefined) return "NoneType";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "string") return "str";
  if (Array.isArray(value)) return value.py === "tuple" ? "tuple" : "list";
  if (typeof value === "function") return "function";
  return value.py ?? "object";
}
function py_typename(value) {
  return value instanceof Error ? value.py : py_type(value);
}
function py_isinstance(value, kinds) {
  const type = py_type(value);
  return kinds.includes(type) || (type === "bool" && kinds.includes("int"));
}
function py_from(value) {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(py_from);
  if (value === null || typeof value !== "object") return value;
  return py_dict(Object.keys(value).map((key) => [key, py_from(value[key])]));
}
function py_to(value) {
  const type = py_type(value);
  if (type === "list" || type === "tuple") return Array.from(value, py_to);
  if (type === "dict") return Object.fromEntries(py_entries(value).map(([key, each]) => [py_jsonkey(key), py_to(each)]));
  if (type === "NoneType") return null;
  if (["bool", "int", "float", "str"].includes(type)) return value;
  throw py_error("TypeError", "Object of type " + type + " is not JSON serializable");
}
function py_jsonkey(key) {
  return typeof key === "string" ? key : key === null ? "null" : String(key);
}
function py_truth(value) {
  if (value === null || value === undefined || value === false || value === 0 || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return value.map === undefined || typeof value !== "object" ? true : value.map.size > 0;
}
function py_and(left, right) {
  return py_truth(left) ? right() : left;
}
function py_or(left, right) {
  return py_truth(left) ? left : right();
}
function py_key(value) {
  if (typeof value === "string") return "s" + value;
  if (typeof value === "number" || typeof value === "boolean") return "n" + Number(value);
  if (value === null) return "z";
  if (Array.isArray(value) && value.py === "tuple") return "t" + JSON.stringify(value.map(py_key));
  throw py_error("TypeError", "unhashable type: '" + py_type(value) + "'");
}
function py_eq(left, right) {
  if (left === right) return true;
  const type = py_type(left);
  if (type !== py_type(right)) {
    const isNumber = (value) => typeof value === "number" || typeof value === "boolean";
    return isNumber(left) && isNumber(right) && Number(left) === Number(right);
  }
  if (type === "list" || type === "tuple") return left.length === right.length && left.every((item, index) => py_eq(item, right[index]));
  if (type === "dict") return left.map.size === right.map.size && [...left.map].every(([key, pair]) => right.map.has(key) && py_eq(pair[1], right.map.get(key)[1]));
  if (type === "set") return left.map.size === right.map.size && [...left.map.keys()].every((key) => right.map.has(key));
  return false;
}
function py_ne(left, right) {
  return !py_eq(left, right);
}
function py_same(left, right) {
  return left === right || (left ?? null) === (right ?? null);
}
function py_notsame(left, right) {
  return !py_same(left, right);
}
function py_compare(left, right, sign) {
  const isNumber = (value) => typeof value === "number" || typeof value === "boolean";
  if (isNumber(left) && isNumber(right)) return Number(left) - Number(right);
  if (typeof left === "string" && typeof right === "string") {
    const one = Array.from(left), other = Array.from(right);
    for (let at = 0; at < one.length && at < other.length; at += 1) {
      const difference = one[at].codePointAt(0) - other[at].codePointAt(0);
      if (difference !== 0) return difference;
    }
    return one.length - other.length;
  }
  if (Array.isArray(left) && Array.isArray(right) && py_type(left) === py_type(right)) {
    for (let at = 0; at < left.length && at < right.length; at += 1) {
      if (!py_eq(left[at], right[at])) return py_compare(left[at], right[at], sign);
    }
    return left.length - right.length;
  }
  throw py_error("TypeError", "'" + sign + "' not supported between instances of '" + py_type(left) + "' and '" + py_type(right) + "'");
}
function py_lt(left, right) {
  return py_compare(left, right, "<") < 0;
}
function py_gt(left, right) {
  return py_compare(left, right, ">") > 0;
}
function py_le(left, right) {
  return py_compare(left, right, "<=") <= 0;
}
function py_ge(left, right) {
  return py_compare(left, right, ">=") >= 0;
}
function py_number(value, sign) {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  throw py_error("TypeError", "unsupported operand type(s) for " + sign + ": '" + py_type(value) + "'");
}
function py_finite(value) {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  throw py_error("OverflowError", "a number is larger than this translation of Python can hold");
}
function py_add(left, right) {
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (Array.isArray(left) && Array.isArray(right) && py_type(left) === py_type(right)) {
    const sum = [...left, ...right];
    return left.py === "tuple" ? py_tuple(sum) : sum;
  }
  if (typeof left === "string") throw py_error("TypeError", 'can only concatenate str (not "' + py_type(right) + '") to str');
  return py_finite(py_number(left, "+") + py_number(right, "+"));
}
function py_extended(left, right) {
  if (py_type(left) !== "list") return py_add(left, right);
  left.push(...py_iter(right));
  return left;
}
function py_sub(left, right) {
  if (py_type(left) === "set" && py_type(right) === "set") return py_set(py_iter(left).filter((item) => !right.map.has(py_key(item))));
  return py_finite(py_number(left, "-") - py_number(right, "-"));
}
function py_mul(left, right) {
  const repeat = (list, count) => {
    const times = Math.max(0, py_number(count, "*"));
    if (list.length * times > 10000000) throw py_error("OverflowError", "the repeated value is too large");
    return typeof list === "string" ? list.repeat(times) : Array.from({ length: times }).flatMap(() => [...list]);
  };
  if (typeof left === "string" || Array.isArray(left)) return repeat(left, right);
  if (typeof right === "string" || Array.isArray(right)) return repeat(right, left);
  return py_finite(py_number(left, "*") * py_number(right, "*"));
}
function py_div(left, right) {
  if (py_number(right, "/") === 0) throw py_error("ZeroDivisionError", "division by zero");
  return py_number(left, "/") / py_number(right, "/");
}
function py_floordiv(left, right) {
  if (py_number(right, "//") === 0) throw py_error("ZeroDivisionError", "integer division or modulo by zero");
  return Math.floor(py_number(left, "//") / py_number(right, "//"));
}
function py_mod(left, right) {
  if (typeof left === "string") return py_percent(left, right);
  const divisor = py_number(right, "%");
  if (divisor === 0) throw py_error("ZeroDivisionError", "integer modulo by zero");
  const rest = py_number(left, "%") % divisor;
  return rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest;
}
function py_pow(left, right) {
  return py_finite(py_number(left, "**") ** py_number(right, "**"));
}
function py_neg(value) {
  return 0 - py_number(value, "-");
}
function py_or_bits(left, right) {
  if (py_type(left) === "set") return py_set([...py_iter(left), ...py_iter(right)]);
  if (py_type(left) === "dict") return py_dict([...py_entries(left), ...py_entries(right)]);
  if (typeof left === "string" && typeof right === "string") return left + right;
  return py_number(left, "|") | py_number(right, "|");
}
function py_and_bits(left, right) {
  if (py_type(left) === "set") return py_set(py_iter(left).filter((item) => right.map.has(py_key(item))));
  return py_number(left, "&") & py_number(right, "&");
}
function py_str(value) {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.message;
  return py_repr(value);
}
function py_repr(value) {
  const type = py_type(value);
  switch (type) {
    case "NoneType": return "None";
    case "bool": return value ? "True" : "False";
    case "int": case "float": return String(value);
    case "str": return py_quoted(value);
    case "list": return "[" + value.map(py_repr).join(", ") + "]";
    case "tuple": return "(" + value.map(py_repr).join(", ") + (value.length === 1 ? ",)" : ")");
    case "dict": return "{" + py_entries(value).map(([key, each]) => py_repr(key) + ": " + py_repr(each)).join(", ") + "}";
    case "set": return value.map.size === 0 ? "set()" : "{" + py_iter(value).map(py_repr).join(", ") + "}";
    default: throw py_error("TypeError", "this value has no text: " + type);
  }
}
function py_quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const written = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t").replaceAll(quote, "\\" + quote);
  return quote + written + quote;
}
`;
