// Goal: translated Python gives what Python gives. Method: each program is executed as JavaScript, and compared with what Python
// printed for it.
import { runInNewContext } from 'node:vm';
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { translateJinja } from '../../src/imports/jinja/translate-jinja.ts';
import { translatePython } from '../../src/imports/python/translate-python.ts';

function run(code: string, args: { readonly [name: string]: Json }): unknown {
  // The sandbox of code nodes calls the code as the body of a function.
  return JSON.parse(
    runInNewContext(
      `JSON.stringify((function (args) {${code}\n})(${JSON.stringify(args)}))`,
    ) as string,
  );
}

function python(source: string, args: { readonly [name: string]: Json } = {}): unknown {
  const made = translatePython(source, Object.keys(args));
  if (!made.ok) throw new Error(made.reason);
  return run(made.code, args);
}

function caught(work: () => unknown): { readonly name: string; readonly message: string } {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('Python', () => {
  it.each<[string, { readonly [name: string]: Json }, unknown]>([
    [
      'def main(x):\n    return {"r": x % 3, "f": -7 // 2, "p": 2 ** 10}',
      { x: -1 },
      { r: 2, f: -4, p: 1024 },
    ],
    [
      'def main(s):\n    return {"r": s[::-1], "a": s[1:3], "l": s[-1], "n": len(s)}',
      { s: 'a😀bc' },
      { r: 'cb😀a', a: '😀b', l: 'c', n: 4 },
    ],
    [
      'def main(d):\n    return {"r": [f"{k}={v}" for k, v in d.items() if v], "s": str(d)}',
      { d: { a: 1, b: [true, null], c: '' } },
      { r: ['a=1', 'b=[True, None]'], s: "{'a': 1, 'b': [True, None], 'c': ''}" },
    ],
    [
      'import json\ndef main(t):\n    try:\n        d = json.loads(t)\n    except json.JSONDecodeError:\n        d = {"bad": True}\n    return {"d": d, "j": json.dumps({"ä": [1, None]}), "k": json.dumps({"ä": 1}, ensure_ascii=False)}',
      { t: '{' },
      { d: { bad: true }, j: '{"\\u00e4": [1, null]}', k: '{"ä": 1}' },
    ],
    [
      'import re\ndef main(t):\n    m = re.search(r"```json\\s*([\\s\\S]*?)```", t)\n    return {"g": m.group(1).strip(), "s": re.sub(r"(?P<a>\\d)", r"<\\g<a>>", "a1b2"), "f": re.findall(r"(\\w)=(\\d)", "a=1,b=2"), "e": bool(re.match(r"b$", "b\\n"))}',
      { t: 'x ```json\n{}\n``` y' },
      {
        g: '{}',
        s: 'a<1>b<2>',
        f: [
          ['a', '1'],
          ['b', '2'],
        ],
        e: true,
      },
    ],
    [
      'def main(xs):\n    d = {}\n    for x in xs:\n        d[x] = d.get(x, 0) + 1\n    return {"s": sorted(d.items(), key=lambda p: (-p[1], p[0])), "e": [i for i, x in enumerate(xs, start=1)]}',
      { xs: ['b', 'a', 'b'] },
      {
        s: [
          ['b', 2],
          ['a', 1],
        ],
        e: [1, 2, 3],
      },
    ],
    [
      'def main():\n    a, b = 1, [2]\n    c = b\n    c += [3]\n    return {"b": b, "t": "%s has %d" % ("a", 3), "f": "{:>5}|{0}".format("x") if False else f"{5:03d}|{1234567:,}"}',
      {},
      { b: [2, 3], t: 'a has 3', f: '005|1,234,567' },
    ],
    [
      'def main(x=None):\n    def inner(y):\n        nonlocal total\n        total = total + y\n        return total\n    total = 1\n    inner(2)\n    return {"t": total, "x": x, "o": x or "none", "i": isinstance(total, (int, str))}',
      {},
      { t: 3, x: null, o: 'none', i: true },
    ],
    [
      'def main(s):\n    try:\n        int(s)\n        r = "no"\n    except (ValueError, TypeError) as e:\n        r = str(e)\n    finally:\n        z = "done"\n    return {"r": r, "z": z}',
      { s: 'x1' },
      { r: "invalid literal for int() with base 10: 'x1'", z: 'done' },
    ],
    [
      'def main(s):\n    return {"r": s.split(), "p": s.partition("b"), "t": s.title(), "z": "7".zfill(3), "w": " a ".strip() + "xax".strip("x")}',
      { s: ' a  b c ' },
      { r: ['a', 'b', 'c'], p: [' a  ', 'b', ' c '], t: ' A  B C ', z: '007', w: 'aa' },
    ],
  ])('[N1356] %j', (source, args, expected) => {
    expect(python(source, args)).toEqual(expected);
  });

  it.each([
    ['def main():\n    raise ValueError("no luck")', 'ValueError: no luck'],
    ['def main():\n    return {"r": 8 / 0}', 'ZeroDivisionError: division by zero'],
    ['def main():\n    return {}["k"]', "KeyError: 'k'"],
    ['def main():\n    return "a" + 1', 'TypeError: can only concatenate str (not "int") to str'],
  ])('[N1356] %j fails as Python does', (source, message) => {
    const thrown = caught(() => python(source));
    expect(`${thrown.name}: ${thrown.message}`).toBe(message);
  });

  it.each([
    ['import requests\ndef main():\n    return {}', 'it uses the module "requests"'],
    ['def main():\n    return {"r": open("x")}', 'it uses "open"'],
    ['class A:\n    pass', 'line 1 uses "class"'],
    ['def main(x):\n    return {"r": str(x / 2)}', 'it makes floats and writes numbers into texts'],
    ['def main(*a):\n    return {}', 'a function takes any number of arguments'],
    ['def other():\n    return {}', 'it has no function "main"'],
    ['def main():\n    return {"r": "a".encode()}', 'it calls the method "encode"'],
    ['def main(:\n', 'line 1 has no name where one is expected'],
    [`def main():\n    return ${'('.repeat(500)}1${')'.repeat(500)}`, 'it is nested too deeply'],
  ])('[N1357] %.60j is not translated', (source, reason) => {
    expect(translatePython(source, [])).toEqual({ ok: false, reason });
  });

  it('[N1357] the original is kept as a comment', () => {
    const made = translatePython('def main():\n    return {"r": "*/"}', []);
    expect(made.ok && made.code).toContain(
      '/* Translated from Python:\ndef main():\n    return {"r": "* /"}\n*/',
    );
  });
});

describe('Jinja', () => {
  it.each<[string, { readonly [name: string]: Json }, string]>([
    ['{{ q|upper }}', { q: 'hello' }, 'HELLO'],
    [
      '{% for x in xs %}{{ loop.index }}{{ x.name }}{% if not loop.last %}, {% endif %}{% endfor %}',
      { xs: [{ name: 'A' }, { name: 'B' }] },
      '1A, 2B',
    ],
    [
      '{{ xs }} {{ xs|length }} {{ y.z }}|{{ missing }}',
      { xs: [true, 'a'], y: {} },
      "[True, 'a'] 2 |",
    ],
    ['a {%- if t %} yes {%- else %} no {%- endif %}', { t: '' }, 'a no'],
    [
      '{% set n = 2 %}{{ n * 3 }} {{ "b" in "abc" }} {{ t | default("d") }}',
      { t: null },
      '6 True d',
    ],
  ])('[N1358] %j', (template, args, expected) => {
    const made = translateJinja(template, Object.keys(args));
    expect(made.ok ? run(made.code, args) : made).toBe(expected);
  });

  it('[N1358] what is not known is not translated', () => {
    expect(translateJinja('{{ x|wordwrap }}', ['x'])).toEqual({
      ok: false,
      reason: 'it uses the filter "wordwrap"',
    });
    expect(translateJinja('{% macro a() %}{% endmacro %}', [])).toEqual({
      ok: false,
      reason: 'it uses "macro"',
    });
  });
});
