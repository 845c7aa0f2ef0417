// What code may try. Each entry says what comes of it: the codes of failures, or the value.
export interface Attack {
  readonly code: string;
  /** Any of these failures; or a value that is no failure at all. */
  readonly ends: readonly (
    | 'CODE_TIMEOUT'
    | 'CODE_MEMORY'
    | 'CODE_THREW'
    | 'CODE_OUTPUT'
    | 'CODE_NEVER_ENDS'
    | 'CODE_NOT_ALLOWED'
    | 'BAD_CONFIG'
    | 'value'
  )[];
  readonly value?: unknown;
}

/** What each of them may compute. */
export const attackCpuMs = 100;

const tooMuch = ['CODE_TIMEOUT', 'CODE_MEMORY', 'CODE_THREW'] as const;

export const attacks: Readonly<Record<string, Attack>> = {
  'endless loop': { code: 'while (true) {}', ends: ['CODE_TIMEOUT'] },
  'endless loop that catches': {
    code: 'for (;;) { try { for (;;); } catch {} }',
    ends: ['CODE_TIMEOUT'],
  },
  'endless loop in finally': {
    code: 'try { return 1 } finally { for (;;); }',
    ends: ['CODE_TIMEOUT'],
  },
  'doubled string': {
    code: 'let s = "x"; for (let i = 0; i < 40; i++) s += s; return s.length',
    ends: tooMuch,
  },
  'repeat 2^29': { code: 'return "x".repeat(2 ** 29).length', ends: tooMuch },
  'pad to 2^29': { code: 'return "x".padEnd(2 ** 29, "ab").length', ends: tooMuch },
  recursion: { code: 'const f = (n) => f(n + 1) + 1; return f(0)', ends: tooMuch },
  'recursion that catches': {
    code: 'function f() { try { return f() + 1 } catch { return 0 } } f(); return "on"',
    ends: [...tooMuch, 'value'],
  },
  'async recursion': { code: 'const f = async () => { await f() }; await f()', ends: tooMuch },
  'deep JSON': {
    code: 'let a = []; for (let i = 0; i < 200000; i++) a = [a]; return JSON.stringify(a).length',
    ends: [...tooMuch, 'value'],
  },
  'deep result': {
    code: 'let a = []; for (let i = 0; i < 500; i++) a = [a]; return a',
    ends: ['CODE_OUTPUT', 'CODE_THREW'],
  },
  'JSON.parse bomb': {
    code: 'return JSON.parse("[".repeat(1e6) + "]".repeat(1e6)).length',
    ends: [...tooMuch, 'value'],
  },
  'JSON.parse of many objects': {
    code: 'return JSON.parse("[" + "{},".repeat(3e6) + "{}]").length',
    ends: tooMuch,
  },
  'toString that calls itself': {
    code: 'const o = { toString() { return String([o]) } }; return String([o])',
    ends: tooMuch,
  },
  'deep parentheses': {
    code: 'return eval("(".repeat(100000) + "1" + ")".repeat(100000))',
    ends: [...tooMuch, 'value'],
  },
  'catastrophic regular expression': {
    code: 'return /^(a+)+$/.test("a".repeat(40) + "b")',
    ends: ['CODE_TIMEOUT'],
  },
  'nested regular expression': {
    code: 'return new RegExp("(".repeat(20000) + ")".repeat(20000)).test("a")',
    ends: [...tooMuch, 'value'],
  },
  'join of 10^9': { code: 'return (new Array(1e9) + "").length', ends: tooMuch },
  'fill of 2^28': { code: 'return new Array(2 ** 28).fill(7).length', ends: tooMuch },
  'indexOf over 2^53': {
    code: 'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)',
    ends: ['CODE_TIMEOUT'],
  },
  'sort of many': {
    code: 'return Array.from({ length: 3e6 }, (_, i) => (i * 7919) % 3000017).sort().length',
    ends: tooMuch,
  },
  'sort with a lying comparison': {
    code: 'const a = Array.from({ length: 2e5 }, (_, i) => i); for (;;) a.sort(() => Math.random() - 0.5)',
    ends: ['CODE_TIMEOUT'],
  },
  'large BigInt': { code: 'return (2n ** (2n ** 26n)).toString().length', ends: tooMuch },
  'BigInt loop': { code: 'let x = 3n; for (;;) x *= x', ends: tooMuch },
  'BigInt result': { code: 'return 1n', ends: ['CODE_OUTPUT'] },
  'huge result': {
    code: 'return "x".repeat(24 * 1024 * 1024)',
    ends: ['CODE_OUTPUT', 'CODE_MEMORY', 'CODE_TIMEOUT'],
  },
  'huge list': { code: 'return new Array(4e6).fill("ab")', ends: ['CODE_OUTPUT', ...tooMuch] },
  'promises without end': {
    code: 'const f = () => Promise.resolve().then(f).then(f); f(); return 1',
    ends: tooMuch,
  },
  'promise that never resolves': { code: 'await new Promise(() => {})', ends: ['CODE_NEVER_ENDS'] },
  'thenable that never calls': { code: 'return { then() {} }', ends: ['CODE_NEVER_ENDS'] },
  'constructor of constructor': {
    code: 'return [].constructor.constructor("return typeof process + typeof require + typeof fetch + typeof WebAssembly")()',
    ends: ['value'],
    value: 'undefinedundefinedundefinedundefined',
  },
  'constructor of an argument': {
    code: 'return args.constructor.constructor("return typeof process")()',
    ends: ['value'],
    value: 'undefined',
  },
  'constructor of a tool': {
    code: 'return tools.ping.constructor.constructor("return typeof process")()',
    ends: ['value'],
    value: 'undefined',
  },
  'callers of the stack': {
    code: 'Error.prepareStackTrace = (_, sites) => sites.map((s) => s.getThis?.()); return typeof new Error("x").stack',
    ends: ['value', 'CODE_THREW'],
  },
  WebAssembly: { code: 'return new WebAssembly.Module(new Uint8Array(8))', ends: ['CODE_THREW'] },
  'shared memory': {
    code: 'return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9)',
    ends: ['CODE_THREW'],
  },
  'typed arrays': {
    code: 'const a = []; for (;;) a.push(new Uint8Array(1 << 24))',
    ends: ['CODE_THREW'],
  },
  'import of a module': {
    code: 'return await import("node:fs")',
    ends: ['CODE_NOT_ALLOWED', 'CODE_THREW'],
  },
  'toJSON that throws': {
    code: 'return { toJSON() { throw new Error("no") } }',
    ends: ['CODE_OUTPUT'],
  },
  'toJSON that loops': { code: 'return { toJSON() { for (;;); } }', ends: ['CODE_TIMEOUT'] },
  'getter that loops': { code: 'return { get a() { for (;;); } }', ends: ['CODE_TIMEOUT'] },
  'Proxy as result': {
    code: 'return new Proxy({}, { ownKeys() { for (;;); } })',
    ends: ['CODE_TIMEOUT'],
  },
  'Proxy that lies': {
    code: 'return new Proxy({ a: 1 }, { get: () => 7, ownKeys: () => ["a"] })',
    ends: ['value', 'CODE_THREW', 'CODE_OUTPUT'],
  },
  'cyclic result': { code: 'const a = {}; a.a = a; return a', ends: ['CODE_OUTPUT'] },
  'changed prototypes': {
    code: 'Object.prototype.error = 1; Array.prototype.map = null; Array.prototype.toJSON = () => 5; String.prototype.slice = null; return 1',
    ends: ['value', 'CODE_THREW'],
  },
  'changed JSON': {
    code: 'JSON.parse = JSON.stringify = () => "broken"; return { a: 1 }',
    ends: ['value'],
    value: { a: 1 },
  },
  'changed Promise': {
    code: 'Promise.prototype.then = function () { for (;;); }; return await tools.ping()',
    ends: ['CODE_TIMEOUT', 'CODE_NEVER_ENDS', 'value'],
  },
  'own __proto__ key': {
    code: 'return JSON.parse(\'{"__proto__":{"x":1},"constructor":2}\')',
    ends: ['value'],
  },
  'thrown getter': { code: 'throw { get message() { for (;;); } }', ends: ['CODE_TIMEOUT'] },
  'thrown null': { code: 'throw null', ends: ['CODE_THREW'] },
  'thrown symbol': { code: 'throw Symbol("x")', ends: ['CODE_THREW'] },
  'huge message': { code: 'throw new Error("x".repeat(8e6))', ends: ['CODE_THREW', 'CODE_MEMORY'] },
  'forged code of a failure': {
    code: 'throw Object.assign(new Error("x"), { code: "RUN_NOT_FOUND" })',
    ends: ['CODE_THREW'],
  },
  'growing list': { code: 'const a = []; for (;;) a.push({ x: 1 })', ends: tooMuch },
  'growing map': {
    code: 'const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])',
    ends: tooMuch,
  },
  'out of memory, caught': {
    code: 'const a = []; for (;;) { try { a.push(new Array(1000).fill("q")) } catch {} }',
    ends: ['CODE_TIMEOUT', 'CODE_MEMORY'],
  },
  'log without end': { code: 'for (;;) console.log("x".repeat(1000))', ends: ['CODE_TIMEOUT'] },
  'log of a huge value': {
    code: 'console.log("x".repeat(2e7)); return 1',
    ends: ['value', 'CODE_MEMORY', 'CODE_TIMEOUT'],
  },
  'a million calls': {
    code: 'const p = []; for (let i = 0; i < 1e6; i++) p.push(tools.ping().catch(() => 0)); return (await Promise.all(p)).length',
    ends: ['CODE_TIMEOUT', 'CODE_MEMORY', 'CODE_NOT_ALLOWED'],
  },
  'calls one after the other': {
    code: 'for (;;) await tools.ping()',
    ends: ['CODE_NOT_ALLOWED'],
  },
  'arguments of a call that loop': {
    code: 'return await tools.ping({ toJSON() { for (;;); } })',
    ends: ['CODE_TIMEOUT'],
  },
  'huge arguments of a call': {
    code: 'return await tools.ping({ text: "x".repeat(4e6) })',
    ends: ['CODE_NOT_ALLOWED'],
  },
  'a tool that is not named': {
    code: 'return await tools.pay({ all: true })',
    ends: ['CODE_NOT_ALLOWED'],
  },
  'a name of every object': {
    code: 'return await tools.constructor()',
    ends: ['CODE_NOT_ALLOWED'],
  },
  'out of the function': {
    code: '}); globalThis.escaped = 1; (async function () { return 2',
    ends: ['BAD_CONFIG'],
  },
  'out of the function, otherwise': {
    code: '} globalThis.escaped = 1; async function other() { return 2',
    ends: ['CODE_THREW'],
  },
  'eval of a large text': {
    code: 'let s = "0"; for (let i = 0; i < 22; i++) s += "+" + s; return eval(s)',
    ends: [...tooMuch, 'value'],
  },
  'generator without end': {
    code: 'return [...(function* () { for (;;) yield 1 })()]',
    ends: tooMuch,
  },
  'spread of many arguments': {
    code: 'return Math.max(...new Array(5e6).fill(1))',
    ends: [...tooMuch, 'value'],
  },
  'replace with a function': {
    code: 'return "x".repeat(1e7).replace(/x/g, () => "yyyyyyyyyy").length',
    ends: tooMuch,
  },
  'forged call': {
    code: 'Object.defineProperty(Array.prototype, 0, { configurable: true, set(v) { v.name = "pay"; Object.defineProperty(this, 0, { value: v, writable: true, configurable: true }) } }); return await tools.ping()',
    ends: ['CODE_THREW', 'CODE_NOT_ALLOWED'],
  },
  'forged list of calls': {
    code: 'Object.defineProperty(Array.prototype, 0, { configurable: true, set(v) { v.json = "1},{"; Object.defineProperty(this, 0, { value: v, writable: true, configurable: true }) } }); return await tools.ping()',
    ends: ['CODE_NOT_ALLOWED'],
  },
  'forged answer': {
    code: 'Object.prototype.error = "no"; Object.prototype.result = "yes"; return await tools.ping()',
    ends: ['CODE_THREW', 'value'],
  },
  'promises of another constructor': {
    code: 'Object.defineProperty(Promise.prototype, "constructor", { get() { for (;;); } }); return 1',
    ends: ['CODE_TIMEOUT', 'value'],
  },
  'text functions that lie': {
    code: 'String.prototype.slice = () => "x".repeat(1e7); for (let i = 0; i < 20; i++) console.log(i); return 1',
    ends: ['value', 'CODE_TIMEOUT', 'CODE_MEMORY'],
  },
  'constructors of other functions': {
    code: 'const make = [(async () => {}).constructor, (function* () {}).constructor, (async function* () {}).constructor]; return make.map((Made) => typeof Made("return process"))',
    ends: ['value'],
    value: ['function', 'function', 'function'],
  },
  'the function around it': {
    code: 'return [typeof code, typeof log, typeof this, typeof globalThis.process, typeof globalThis.std, typeof globalThis.os]',
    ends: ['value'],
    value: ['function', 'undefined', 'undefined', 'undefined', 'undefined', 'undefined'],
  },
  finalizer: {
    code: 'new FinalizationRegistry(() => { for (;;); }).register({}, 1); return 1',
    ends: ['CODE_THREW'],
  },
  'getters on args': {
    code: 'Object.defineProperty(Object.prototype, "rows", { get() { for (;;); } }); return args.rows',
    ends: ['CODE_TIMEOUT'],
  },
  'many small logs': {
    code: 'for (let i = 0; i < 1e6; i++) console.log(""); return 1',
    ends: ['value', 'CODE_TIMEOUT'],
  },
  'deep arguments of a call': {
    code: 'let a = {}; for (let i = 0; i < 300; i++) a = { a }; return await tools.ping(a)',
    ends: ['CODE_NOT_ALLOWED', 'CODE_THREW'],
  },
};
