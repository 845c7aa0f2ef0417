// Goal: translated Python and Jinja give what Python and Jinja give. Method: one app of Dify with a node for each program is
// imported and run in the real sandbox, and compared with what Python printed.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Json, JsonObject } from '@skein/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

type Case = readonly [source: string, args: { readonly [name: string]: Json }, expected: unknown];

const programs: readonly Case[] = [
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
];

const failing: readonly (readonly [source: string, message: string])[] = [
  ['def main():\n    raise ValueError("no luck")', 'ValueError: no luck'],
  ['def main():\n    return {"r": 8 / 0}', 'ZeroDivisionError: division by zero'],
  ['def main():\n    return {}["k"]', "KeyError: 'k'"],
  ['def main():\n    return "a" + 1', 'TypeError: can only concatenate str (not "int") to str'],
];

const templates: readonly Case[] = [
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
  ['{% set n = 2 %}{{ n * 3 }} {{ "b" in "abc" }} {{ t | default("d") }}', { t: null }, '6 True d'],
];

/** Each case reads its arguments from the input of the run. */
function variables(args: { readonly [name: string]: Json }, place: string): readonly JsonObject[] {
  return Object.keys(args).map((name) => ({
    variable: name,
    value_selector: ['start', `${place}_${name}`],
  }));
}

const nodes: JsonObject[] = [
  { id: 'start', data: { type: 'start', title: 'start', variables: [] } },
];
const edges: JsonObject[] = [];
const input: { [name: string]: Json } = {};
function add(id: string, data: JsonObject, args: { readonly [name: string]: Json } = {}): void {
  nodes.push({ id, data: { title: id, variables: variables(args, id), ...data } });
  edges.push({ source: 'start', target: id });
  for (const [name, value] of Object.entries(args)) input[`${id}_${name}`] = value;
}
for (const [at, [code, args]] of programs.entries())
  add(`p${at}`, { type: 'code', code, code_language: 'python3' }, args);
for (const [at, [template, args]] of templates.entries())
  add(`t${at}`, { type: 'template-transform', template }, args);
for (const [at, [code]] of failing.entries())
  add(`f${at}`, { type: 'code', code, code_language: 'python3', error_strategy: 'fail-branch' });

const app = {
  app: { name: 'Programs', mode: 'workflow' },
  kind: 'app',
  workflow: { graph: { nodes, edges } },
};
const { folder, remove } = folderWith({ 'app.json': app, 'input.json': input });
afterAll(remove);

let outputs: { readonly [node: string]: readonly { readonly value: Json }[] } = {};
beforeAll(async () => {
  const made = await callSkein(['import', 'app.json'], { cwd: folder });
  writeFileSync(path.join(folder, 'native.json'), made.stdout);
  const ran = await callSkein(['run', 'native.json', '--input', '@input.json', '--json'], {
    cwd: folder,
  });
  ({ outputs } = JSON.parse(ran.stdout) as { outputs: typeof outputs });
});

describe('translated code', () => {
  it.each(programs.map(([source, , expected], at) => [source, `p${at}`, expected] as const))(
    '[C1355] %j',
    (_, id, expected) => {
      expect(outputs[id]?.[0]?.value).toEqual(expected);
    },
  );

  it.each(failing.map(([source, message], at) => [source, `f${at}_failed`, message] as const))(
    '[C1355] %j fails as Python does',
    (_, id, message) => {
      expect(outputs[id]?.[0]?.value).toMatchObject({
        error_message: expect.stringContaining(message),
      });
    },
  );

  it.each(templates.map(([source, , expected], at) => [source, `t${at}`, expected] as const))(
    '[C1356] %j',
    (_, id, expected) => {
      expect(outputs[id]?.[0]?.value).toBe(expected);
    },
  );
});
