// Goal: what is not known to mean the same is not translated, with the reason.
import { describe, expect, it } from 'vitest';
import { translateJinja } from '../../src/imports/jinja/translate-jinja.ts';
import { translatePython } from '../../src/imports/python/translate-python.ts';

describe('translations', () => {
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

  it('[N1358] filters and blocks that are not known leave a template as it is', () => {
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
