// What runs inside the sandbox before the code of a user
// It keeps the calls and the result where that code cannot reach them. Code may change every prototype that this text uses: it then
// harms itself, because the host takes nothing but texts from here, and checks them.
export const guestPrelude = `(function (log, setupText) {
  'use strict';
  const { parse, stringify } = JSON;
  const { given, names, seed, callsMax } = parse(setupText);
  const text = String;
  const fail = (code, message) => Object.assign(new Error(message), { code });
  // What the code may not have is a mistake in the definition: a catch around all calls must not hide it.
  let refused = null;
  const refuse = (message) => (refused = refused || fail('CODE_NOT_ALLOWED', message));

  // xoshiro128**
  let [a, b, c, d] = seed;
  const multiply = Math.imul;
  const next = () => {
    const t = b << 9;
    let r = multiply(b, 5);
    r = multiply((r << 7) | (r >>> 25), 9);
    c ^= a; d ^= b; b ^= c; a ^= d; c ^= t;
    d = (d << 11) | (d >>> 21);
    return r >>> 0;
  };
  Math.random = () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;

  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return text(value);
    try {
      const json = stringify(value);
      return json === undefined ? text(value) : json;
    } catch {
      return typeof value;
    }
  };
  const logger = (level) => (...values) => {
    let line = '';
    for (let i = 0; i < values.length; i++) line += (i === 0 ? '' : ' ') + shown(values[i]);
    log(level, line.slice(0, 4000));
  };
  globalThis.console = {
    debug: logger('debug'),
    error: logger('error'),
    info: logger('info'),
    log: logger('info'),
    warn: logger('warn'),
  };

  let waiting = [];
  let count = 0;
  const call = async (name, args) => {
    if (count >= callsMax)
      throw refuse('The code makes more than ' + callsMax + ' calls of tools.');
    count += 1;
    // Made here, where it knows the line of the call.
    const failure = new Error();
    const json = stringify(args);
    if (json === undefined) throw new TypeError('The arguments of "' + name + '" are not JSON.');
    const answer = parse(await new Promise((resolve) => { waiting[waiting.length] = { name, json, resolve }; }));
    if (answer.error === undefined) return answer.result;
    throw Object.assign(failure, { message: answer.error, code: 'TOOL_FAILED', reason: answer.reason, tool: name });
  };
  const offered = Object.create(null);
  for (const name of names) offered[name] = (args = {}) => call(name, args);
  Object.freeze(offered);
  // What programs look for in every value is not a name of a tool.
  const tools = new Proxy(offered, {
    get: (_, name) => {
      if (typeof name === 'symbol' || name in offered) return offered[name];
      if (name === 'then' || name === 'toJSON') return undefined;
      throw refuse('The tool "' + name + '" is not among the "tools" of the node.');
    },
  });

  const quoted = (value) => {
    try {
      return stringify(text(value).slice(0, 4000));
    } catch {
      return '"a value that cannot be shown"';
    }
  };
  const described = (error) => {
    const of = (key) => {
      try {
        return error[key] === undefined ? 'null' : quoted(error[key]);
      } catch {
        return 'null';
      }
    };
    const isObject = typeof error === 'object' && error !== null;
    const about = isObject ? of('message') : quoted(error);
    return '{"name":' + of('name') + ',"message":' + about + ',"stack":' + of('stack') + ',"code":' + of('code') + '}';
  };
  const toJson = (value) => {
    if (value === undefined) return 'null';
    let json;
    try {
      json = stringify(value);
    } catch (error) {
      if (error instanceof InternalError) throw error;
      throw fail('CODE_OUTPUT', 'What the code returned is not JSON: ' + shown(error));
    }
    if (json === undefined)
      throw fail('CODE_OUTPUT', 'What the code returned is not JSON: a ' + typeof value + '.');
    return json;
  };
  let status = 'pending';
  let result = '';
  return {
    start: async (code, inputText) => {
      const input = parse(inputText);
      const values = [];
      for (const name of given) values.push(input[name]);
      try {
        const returned = toJson(await code(...values, tools));
        if (refused !== null) throw refused;
        result = returned;
        status = 'value';
      } catch (error) {
        result = described(error);
        status = 'error';
      }
    },
    take: () => {
      let list = '';
      for (let i = 0; i < waiting.length; i++)
        list += (i === 0 ? '' : ',') + '{"name":' + stringify(waiting[i].name) + ',"arguments":' + waiting[i].json + '}';
      return '[' + list + ']';
    },
    give: (answersText) => {
      const answers = parse(answersText);
      const answered = waiting;
      waiting = [];
      for (let i = 0; i < answered.length; i++) answered[i].resolve(stringify(answers[i]));
    },
    status: () => status,
    result: () => result,
  };
})`;
