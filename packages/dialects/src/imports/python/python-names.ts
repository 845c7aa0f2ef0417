// What translated programs may use of Python's library. Everything else leaves a program as it is.

export const builtins: ReadonlySet<string> = new Set(
  'len range str int float bool list dict set tuple sum min max sorted reversed enumerate zip map filter any all abs round print repr ord chr'.split(
    ' ',
  ),
);

/** Kinds of errors, each with what it also is. */
export const errorKinds: ReadonlySet<string> = new Set(
  'Exception BaseException ValueError TypeError KeyError IndexError LookupError ZeroDivisionError ArithmeticError RuntimeError AttributeError NameError AssertionError StopIteration NotImplementedError OverflowError JSONDecodeError UnicodeDecodeError UnicodeError ImportError OSError IOError'.split(
    ' ',
  ),
);

export const methods: ReadonlySet<string> = new Set(
  [
    'split rsplit strip lstrip rstrip replace lower upper startswith endswith join find rfind index count splitlines format title capitalize isdigit isalpha isalnum isspace isnumeric isdecimal isupper islower zfill ljust rjust center partition rpartition removeprefix removesuffix casefold',
    'append extend insert pop remove sort reverse copy clear',
    'get keys values items update setdefault add discard union',
    'group groups groupdict start end span sub search match fullmatch findall finditer',
  ].flatMap((line) => line.split(' ')),
);

/** Members of modules, as functions and values of the runtime. */
export const moduleMembers: Readonly<Record<string, string>> = {
  'json.loads': 'py_json_loads',
  'json.dumps': 'py_json_dumps',
  'json.JSONDecodeError': '"JSONDecodeError"',
  'json.decoder.JSONDecodeError': '"JSONDecodeError"',
  're.sub': 'py_re_sub',
  're.search': 'py_re_search',
  're.match': 'py_re_match',
  're.fullmatch': 'py_re_fullmatch',
  're.findall': 'py_re_findall',
  're.finditer': 'py_re_finditer',
  're.split': 'py_re_split',
  're.compile': 'py_re_compile',
  're.escape': 'py_re_escape',
  're.DOTALL': '"s"',
  're.S': '"s"',
  're.IGNORECASE': '"i"',
  're.I': '"i"',
  're.MULTILINE': '"m"',
  're.M': '"m"',
  'math.floor': 'py_math_floor',
  'math.ceil': 'py_math_ceil',
};

export const modules: ReadonlySet<string> = new Set([
  'json',
  're',
  'math',
  'typing',
  'collections.abc',
]);
