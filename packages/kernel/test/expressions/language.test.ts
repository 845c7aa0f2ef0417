// Goal: what can be written, what it means, and what is said about mistakes.
import { describe, expect, it } from 'vitest';
import { describeFunctions } from '../../src/expressions/function-table.ts';
import { parseWholeExpression, readExpression } from '../../src/expressions/read-expression.ts';
import { outputsOf } from '../references/scope-of.ts';
import { evaluate, expressionOf, problemOf, valueOf } from './evaluating.ts';

const data = {
  outputs: outputsOf({
    order: { total: 80, items: [{ price: 1, ok: true, note: 'x' }, { price: 2 }], nothing: null },
    'my-node': { x: 7 },
  }),
  trigger: { name: 'Ann', list: [1, 2, 3], flag: false },
  inputs: { a: 1 },
  previous: 'before',
  now: 1_794_823_200_000,
  dates: new Map([['Europe/Brussels', '2026-11-16']]),
  statuses: new Map([['order', 'completed']]),
};

describe('what can be written', () => {
  it.each([
    ['1 + 2 * 3 - 4 / 2 % 3', 5],
    ['(1 + 2) * 3', 9],
    ['2 ** 3 ** 2', 512],
    ['0x1f + 1_000 + .5 + 1e2', 1131.5],
    ['"a" + 1 + true + null', 'a1truenull'],
    ["'it\\'s' + \"\\u0041\\x42\\u{1F600}\\n\"", "it's" + 'AB😀\n'],
    ['`Hi ${trigger.name}, ${1 + 1}${`!`}`', 'Hi Ann, 2!'],
    ['[1, ...[2, 3], null,]', [1, 2, 3, null]],
    ['({ a: 1, "b c": 2, [`k${1}`]: 3, 4: 5, ...{ a: 6 } })', { 4: 5, a: 6, 'b c': 2, k1: 3 }],
    ['1 < 2 && "a" < "b" && 2 >= 2 && !(1 > 2)', true],
    ['1 == 1 && 1 === 1 && 1 != 2 && 1 !== 2', true],
    ['{ a: [1] } == { a: [1] }', true],
    ['1 == "1"', false],
    ['2 in [1, 2] && "a" in { a: 1 } && "b" in "abc"', true],
    ['true ? 1 : false ? 2 : 3', 1],
    ['null ?? undefined ?? 3', 3],
    ['0 || "" || "x"', 'x'],
    ['-trigger.list[0] + +"4"', 3],
    ['trigger.list.map((x, i) => x * i).reduce((a, b) => a + b)', 8],
    ['trigger.list.map(x => trigger.list.map(y => x * y).sum())', [6, 12, 18]],
    ['order.output.items.filter(i => i.ok).sum("price") * 1.21', 1.21],
    ['order?.output?.items?.[0]?.price', 1],
    ['Math.max(...trigger.list)', 3],
    ['/N{2}/i.test(trigger.name)', true],
    ['$("my-node").output.x + $(\'order\').output.total', 87],
    ['order.outputs[-1].total', 80],
    ['order.outputs.length', 1],
    ['order.status', 'completed'],
    ['previous.length', 6],
    ['inputs.a', 1],
    ['[now, now.ms, now.date]', ['2026-11-16T10:00:00.000Z', 1_794_823_200_000, '2026-11-16']],
    ['now.date("Europe/Brussels").slice(0, 4)', '2026'],
    ['trigger.list[-1] + trigger.name[0] + trigger["name"].length', '3A3'],
  ])('[K701] %s', (text, value) => {
    expect(valueOf(text, data)).toEqual(value);
  });

  it.each([
    ['my-node.output', 1, '"my" is not a value', 'write $("my-node").output'],
    ['order-2.output', 9, 'expected an operator', 'write $("order-2").output'],
    ['order.total', 6, 'after the node "order"', 'order.output.total'],
    ['order', 1, '"order" is not a value', 'order.output'],
    ['1 +', 4, 'expected a value, found the end', 'docs/expressions.md'],
    ['(1', 3, 'expected ")"', 'docs/expressions.md'],
    ['x => 1', 3, 'found "="', 'only as arguments'],
    ['[1].map(x => { 1 })', 14, 'after "=>"', '({ … })'],
    ['trigger.a = 1', 11, 'found "="', 'compare with =='],
    ['trigger.fiter(1)', 8, 'no method .fiter()', 'Did you mean filter?'],
    ['rond(1)', 1, 'no function rond()', 'Did you mean round?'],
    ['[1].map()', 4, '.map() has 0 arguments', '(item, index) => value'],
    ['$(trigger.id).output', 3, 'the id of a node in quotes', 'must be known'],
    ['new Date()', 1, 'expected a value, found "new"', 'runs no statements'],
    ['typeof 1', 1, 'found "typeof"', 'type(value)'],
    ['(1)(2)', 4, 'found "("', 'of the table'],
    ['"abc', 1, 'no closing quote', ''],
    ['a ?? b || c', 12, 'need brackets', ''],
    ['-2 ** 2', 1, 'needs brackets', ''],
    ['"a".match(/(/)', 11, 'cannot be used', ''],
    ['"a".match(/(?=a)/)', 11, 'look-ahead', ''],
    ['/a/g', 1, 'a pattern is not a value', 'matches'],
    ['012', 1, 'not written as a number', ''],
    ['1e999', 1, 'too large', ''],
    ['[1].map((x, x) => x)', 9, 'same name', ''],
    ['', 1, 'expected a value', ''],
  ])('[K701] %s is refused with its column and a hint', (text, column, message, hint) => {
    expect(problemOf(text)).toEqual({
      column,
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  it.each([
    ['$("my-node").x', 'A field of its output is read as $("my-node").output.x.'],
    ['$("my-node")["a b"]', 'A field of its output is read as $("my-node").output["a b"].'],
    ['$("my-node")', 'Read a node as $("my-node").output, and write a text in quotes.'],
    ['trigger.items.length()', 'Write it without brackets.'],
  ])('[K1150] the hint about %s can be followed', (text, hint) => {
    expect(problemOf(text)?.hint).toBe(hint);
  });

  it.each([
    ['trigger.list.filter(i => i.n = 1)', 'Nothing is assigned here; compare with ==.'],
    ['trigger.a | trigger.b', 'Write || for "or" and && for "and"; a default is written with ??.'],
    [
      '${= trigger.a }',
      'Leave out "${" and its "}": everything in an expression is read and computed already.',
    ],
    ['triger.items', 'Did you mean trigger? A node is read as triger.output.'],
    ['trigger.list.map(each => eahc.n)', 'Did you mean each? A node is read as eahc.output.'],
  ])('[K3051] %s: what was probably meant is offered', (text, hint) => {
    expect(problemOf(text)?.hint).toBe(hint);
  });

  it('[K1150] what is wrong with an expression shows all of it', () => {
    const text = 'trigger.items.map(function(i){return i})';
    expect(problemOf(text)?.message).toContain(`${text} (column 19)`);
    const read = readExpression('${= trigger.map({ ) } and more', 0);
    expect(read.ok || read.message).toContain('${= trigger.map({ ) } (column');
  });

  it('[K1151] all expressions are evaluated by the same function', () => {
    const [one, other] = [expressionOf('trigger.a + 1'), expressionOf('[trigger].map(x => x)')];
    expect(one.evaluate).toBe(other.evaluate);
  });

  it.each([
    'constructor.output.constructor',
    'trigger.constructor',
    'trigger.__proto__',
    '({}).toString',
    '"a".constructor',
    '[].constructor',
    'trigger["__proto__"]["polluted"]',
    '({}).hasOwnProperty',
  ])('[K702] %s leads nowhere', (text) => {
    expect(evaluate(text, { trigger: {} }).ok).toBe(false);
  });

  it('[K702] __proto__ is a key like any other', () => {
    const made = evaluate('{ ["__proto__"]: 1, ...trigger }', {
      trigger: JSON.parse('{"__proto__":{"polluted":1}}'),
    });
    expect(JSON.stringify(made)).toBe('{"ok":true,"value":{"__proto__":{"polluted":1}}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([
    ['1 / 0', 'division by zero'],
    ['5 % 0', 'division by zero'],
    ['1e308 * 10', 'not a finite number'],
    ['sqrt(-1)', 'not a finite number'],
    ['1 + true', '"+" adds two numbers or joins texts, not a number and a boolean'],
    ['"a" * 2', '"*" needs two numbers, not a text and a number'],
    ['1 < "2"', '"<" compares two numbers or two texts'],
    ['null.map(x => x)', 'null has no method .map()'],
    ['(5).map(x => x)', 'a number has no method .map()'],
    ['[1, "a"].sum()', '.sum() adds numbers, but item 1 is a text'],
    ['number("12px")', '"12px" is not a number'],
    ['[3, 1].sort()', 'use sortBy()'],
    ['parseJson("{")', 'needs a JSON text'],
    ['[1].map("x")', 'needs a function'],
    ['[...5]', 'only a list can be spread'],
    ['({ ...5 })', 'only an object can be spread'],
    ['addTime("soon", { days: 1 })', 'needs an ISO time'],
  ])('[K702] %s fails', (text, message) => {
    expect(evaluate(text)).toMatchObject({
      ok: false,
      failure: {
        code: 'EXPRESSION_FAILED',
        message: expect.stringContaining(message),
        retry: 'never',
      },
    });
  });

  it('[K880] the reason and its column are told apart', () => {
    const read = parseWholeExpression('1 + nope(2)');
    expect(read).toMatchObject({ ok: false, reason: 'there is no function nope().', column: 5 });
    expect(evaluate('1 + addTime("soon", {})')).toMatchObject({
      reason: expect.stringMatching(/^addTime\(\) needs an ISO time/),
      column: 5,
    });
    expect(evaluate('range(1e9)')).toMatchObject({ reason: expect.any(String) });
    const signatures = describeFunctions().map(({ signature }) => signature);
    expect(signatures).toContain('round(number, digits?)');
    expect(signatures).toContain('.map((item, index) => value)');
  });

  it('[K702] there is no -0', () => {
    for (const text of ['-0', '0 * -1', '-1 % 1', 'round(-0.4)', 'trunc(-0.5)', '-(0)']) {
      expect([text, evaluate(text)]).toStrictEqual([text, { ok: true, value: 0 }]);
    }
  });
});

describe('what is missing', () => {
  it.each([
    ['nobody.output.x + 1', { missing: ['${nobody.output.x}'] }],
    ['[nobody.output]', { missing: ['${nobody.output}'] }],
    ['({ a: nobody.output })', { missing: ['${nobody.output}'] }],
    ['`${nobody.output}`', { missing: ['${nobody.output}'] }],
    ['nobody.output < 3', { missing: ['${nobody.output}'] }],
    ['round(nobody.output)', { missing: ['${nobody.output}'] }],
    ['nobody.output.map(x => x)', { missing: ['${nobody.output}'] }],
    ['[1].map(x => x * nobody.output.rate)', { missing: ['${nobody.output.rate}'] }],
    ['true && nobody.output', { missing: ['${nobody.output}'] }],
    ['nobody.output.a ?? other.output', { missing: ['${nobody.output.a}', '${other.output}'] }],
    ['trigger.list.find(x => x > 9).name', { missing: [] }],
    ['$("no-one").output', { missing: ['${no-one.output}'] }],
  ])('[K704] %s is missing', (text, missing) => {
    expect(valueOf(text, data)).toEqual(missing);
  });

  it.each([
    ['nobody.output.x ?? 5', 5],
    ['nobody.output == null', true],
    ['nobody.output != 5', true],
    ['exists(nobody.output)', false],
    ['empty(nobody.output)', true],
    ['list(nobody.output)', []],
    ['!nobody.output', true],
    ['nobody.output && 1', false],
    ['nobody.output || 2', 2],
    ['nobody.output ? 1 : 2', 2],
    ['trigger.list.filter(x => x > nobody.output)', []],
    ['trigger.list.some(x => nobody.output)', false],
    ['exists(nobody.output) ? 1 : { a: trigger.list.map(x => x.y) }', { a: [null, null, null] }],
    ['order.output.items.map(i => ({ n: i.note, p: i.price }))', [{ n: 'x', p: 1 }, { p: 2 }]],
    ['order.output.items.pluck("note")', ['x', null]],
    ['order.output.items.map(i => i.note)', ['x', null]],
    ['order.output.nothing?.map(x => x) ?? 1', 1],
    ['inputs.b', null],
  ])('[K704] %s is not', (text, value) => {
    expect(valueOf(text, data)).toEqual(value);
  });
});

describe('references', () => {
  it('[K703] are known without running, also those that are not reached', () => {
    const text =
      'true ? a.output.x[0].y : b.status.length + $("any id").outputs[-2].k + trigger.rows.map(r => r.c * previous.c)[now.ms]';
    expect(expressionOf(text).references.map((each) => each.text)).toEqual([
      '${a.output.x[0].y}',
      '${b.status}',
      '${["any id"].outputs[-2].k}',
      '${trigger.rows}',
      '${previous.c}',
      '${now.ms}',
    ]);
  });

  it('[K703] a parameter hides a node of the same name', () => {
    const { references } = expressionOf('trigger.list.map(order => order.output)');
    expect(references.map((each) => each.text)).toEqual(['${trigger.list}']);
  });

  it.each([
    ['a.output + $("a").status', 'b', 'b.output + b.status'],
    ['a.output', 'my-node', '$("my-node").output'],
    ['trigger.a + [1].map(a => a.output) + "a.output"', 'b', null],
    [
      '`${a.output} a` + { a: a.output }',
      'trigger',
      '`${$("trigger").output} a` + { a: $("trigger").output }',
    ],
    [
      'a.output + trigger.list.map(b => b + a.output)',
      'b',
      'b.output + trigger.list.map(b => b + $("b").output)',
    ],
  ])('[K711] %s with the node a called %s', (text, to, renamed) => {
    expect(expressionOf(text).withNode('a', to)).toBe(renamed ?? text);
  });
});
