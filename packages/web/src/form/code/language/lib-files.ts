// The library of the language, as the sandbox has it: ES2023 without Intl, typed arrays, shared memory and weak references, and
// nothing of a browser. Its parts refer to each other by name, so each is a file.
import es5 from 'typescript/lib/lib.es5.d.ts?raw';
import es2015Core from 'typescript/lib/lib.es2015.core.d.ts?raw';
import es2015Collection from 'typescript/lib/lib.es2015.collection.d.ts?raw';
import es2015Iterable from 'typescript/lib/lib.es2015.iterable.d.ts?raw';
import es2015Symbol from 'typescript/lib/lib.es2015.symbol.d.ts?raw';
import es2015Generator from 'typescript/lib/lib.es2015.generator.d.ts?raw';
import es2015Promise from 'typescript/lib/lib.es2015.promise.d.ts?raw';
import es2015Proxy from 'typescript/lib/lib.es2015.proxy.d.ts?raw';
import es2015Reflect from 'typescript/lib/lib.es2015.reflect.d.ts?raw';
import es2015SymbolWellknown from 'typescript/lib/lib.es2015.symbol.wellknown.d.ts?raw';
import es2016ArrayInclude from 'typescript/lib/lib.es2016.array.include.d.ts?raw';
import es2017Date from 'typescript/lib/lib.es2017.date.d.ts?raw';
import es2017Object from 'typescript/lib/lib.es2017.object.d.ts?raw';
import es2017String from 'typescript/lib/lib.es2017.string.d.ts?raw';
import es2018Asynciterable from 'typescript/lib/lib.es2018.asynciterable.d.ts?raw';
import es2018Asyncgenerator from 'typescript/lib/lib.es2018.asyncgenerator.d.ts?raw';
import es2018Promise from 'typescript/lib/lib.es2018.promise.d.ts?raw';
import es2018Regexp from 'typescript/lib/lib.es2018.regexp.d.ts?raw';
import es2019Array from 'typescript/lib/lib.es2019.array.d.ts?raw';
import es2019Object from 'typescript/lib/lib.es2019.object.d.ts?raw';
import es2019String from 'typescript/lib/lib.es2019.string.d.ts?raw';
import es2019Symbol from 'typescript/lib/lib.es2019.symbol.d.ts?raw';
import es2020Bigint from 'typescript/lib/lib.es2020.bigint.d.ts?raw';
import es2020Date from 'typescript/lib/lib.es2020.date.d.ts?raw';
import es2020Number from 'typescript/lib/lib.es2020.number.d.ts?raw';
import es2020Promise from 'typescript/lib/lib.es2020.promise.d.ts?raw';
import es2020String from 'typescript/lib/lib.es2020.string.d.ts?raw';
import es2020SymbolWellknown from 'typescript/lib/lib.es2020.symbol.wellknown.d.ts?raw';
import es2021Promise from 'typescript/lib/lib.es2021.promise.d.ts?raw';
import es2021String from 'typescript/lib/lib.es2021.string.d.ts?raw';
import es2022Array from 'typescript/lib/lib.es2022.array.d.ts?raw';
import es2022Error from 'typescript/lib/lib.es2022.error.d.ts?raw';
import es2022Object from 'typescript/lib/lib.es2022.object.d.ts?raw';
import es2022Regexp from 'typescript/lib/lib.es2022.regexp.d.ts?raw';
import es2022String from 'typescript/lib/lib.es2022.string.d.ts?raw';
import es2023Array from 'typescript/lib/lib.es2023.array.d.ts?raw';
import es2023Collection from 'typescript/lib/lib.es2023.collection.d.ts?raw';
import decorators from 'typescript/lib/lib.decorators.d.ts?raw';
import decoratorsLegacy from 'typescript/lib/lib.decorators.legacy.d.ts?raw';

const parts: Readonly<Record<string, string>> = {
  es5,
  'es2015.core': es2015Core,
  'es2015.collection': es2015Collection,
  'es2015.iterable': es2015Iterable,
  'es2015.symbol': es2015Symbol,
  'es2015.generator': es2015Generator,
  'es2015.promise': es2015Promise,
  'es2015.proxy': es2015Proxy,
  'es2015.reflect': es2015Reflect,
  'es2015.symbol.wellknown': es2015SymbolWellknown,
  'es2016.array.include': es2016ArrayInclude,
  'es2017.date': es2017Date,
  'es2017.object': es2017Object,
  'es2017.string': es2017String,
  'es2018.asynciterable': es2018Asynciterable,
  'es2018.asyncgenerator': es2018Asyncgenerator,
  'es2018.promise': es2018Promise,
  'es2018.regexp': es2018Regexp,
  'es2019.array': es2019Array,
  'es2019.object': es2019Object,
  'es2019.string': es2019String,
  'es2019.symbol': es2019Symbol,
  'es2020.bigint': es2020Bigint,
  'es2020.date': es2020Date,
  'es2020.number': es2020Number,
  'es2020.promise': es2020Promise,
  'es2020.string': es2020String,
  'es2020.symbol.wellknown': es2020SymbolWellknown,
  'es2021.promise': es2021Promise,
  'es2021.string': es2021String,
  'es2022.array': es2022Array,
  'es2022.error': es2022Error,
  'es2022.object': es2022Object,
  'es2022.regexp': es2022Regexp,
  'es2022.string': es2022String,
  'es2023.array': es2023Array,
  'es2023.collection': es2023Collection,
  decorators,
  'decorators.legacy': decoratorsLegacy,
};

/** What the oldest part declares and the sandbox lacks: the types stay, the values go. */
const missing = /^declare var (?:ArrayBuffer|DataView|(?:Int|Uint|Float)\w*Array)\b[^\n]*;$/gm;
/** In a namespace, which is Intl. */
const inner = /^ {4}var \w+: [^\n]*;$/gm;

export const libFolder = '/lib/';

/** By path. */
export const libFiles: ReadonlyMap<string, string> = new Map(
  Object.entries(parts).map(([name, text]) => [
    `${libFolder}lib.${name}.d.ts`,
    text.replaceAll(missing, '').replaceAll(inner, ''),
  ]),
);
