// Nodes that compute one field of each item: Date & Time, Crypto, HTML, and those that need no more than a text
import { isObject, type Json } from '@skein/kernel';
import { templateToCode } from '../code/write-code.ts';
import { hashPart } from '../code/hash-part.ts';
import { htmlPart } from '../code/html-part.ts';
import { convertVendor } from './vendor.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type Piece } from '../context/piece.ts';
import { eachItem } from '../context/scope-of.ts';
import { fieldsByCode, fieldsPiece, type Assignment, type Kept } from './set.ts';
import type { NodeConverter } from './node-converter.ts';
import { plainText } from '../read/plain-text.ts';

/** Expressions of n8n say best what these nodes do: they are then converted like those of people. */
function computed(
  read: (context: NodeContext) => { readonly field: Assignment; readonly kept: Kept } | null,
): NodeConverter {
  return {
    words: eachItem,
    hard: (context) => {
      const found = read(context);
      return found === null
        ? convertVendor(context)
        : fieldsByCode(context, [found.field], found.kept);
    },
    convert: (context) => {
      const found = read(context);
      return found === null
        ? convertVendor(context)
        : fieldsPiece(context, [found.field], found.kept);
    },
  };
}

export const dateTimeConverter = computed(({ node, raw, choice }) => {
  const isOld = node.version < 2;
  const kept: Kept = isOld || raw('options', 'includeInputFields') === true ? 'all' : 'none';
  const source = isOld ? dateOfOld(raw, choice) : dateOf(raw, choice);
  if (source === null) return null;
  const name = choice([isOld ? 'dataPropertyName' : 'outputFieldName'], source.name);
  return { field: { name, type: 'any', value: `={{ ${source.text} }}` }, kept };
});

interface DateSource {
  readonly text: string;
  readonly name: string;
}

type Raw = NodeContext['raw'];
type Choice = NodeContext['choice'];

function dateOf(raw: Raw, choice: Choice): DateSource | null {
  const date = (key: string): string => `DateTime.fromISO(${templateToCode(raw(key) ?? '')})`;
  const unit = choice(['timeUnit'], 'days');
  switch (choice(['operation'], 'getCurrentDate')) {
    case 'getCurrentDate':
      return {
        text: raw('includeTime') === false ? '$today.toISO()' : '$now.toISO()',
        name: 'currentDate',
      };
    case 'addToDate':
      return {
        text: `${date('magnitude')}.plus({ ${unit}: ${templateToCode(raw('duration') ?? 0)} }).toISO()`,
        name: 'newDate',
      };
    case 'subtractFromDate':
      return {
        text: `${date('magnitude')}.minus({ ${unit}: ${templateToCode(raw('duration') ?? 0)} }).toISO()`,
        name: 'newDate',
      };
    case 'formatDate': {
      const format = choice(['format'], 'MM/dd/yyyy');
      const written = format === 'custom' ? choice(['customFormat'], 'yyyy-MM-dd') : format;
      return {
        text: `${date('date')}.toFormat(${JSON.stringify(written)})`,
        name: 'formattedDate',
      };
    }
    case 'extractDate': {
      const part = choice(['part'], 'month');
      return { text: `${date('date')}.${part === 'week' ? 'weekNumber' : part}`, name: 'datePart' };
    }
    case 'getTimeBetweenDates': {
      const units = raw('units');
      const [first] = Array.isArray(units) ? units : ['day'];
      const name = `${plainText(first, 'day').replace(/s$/, '')}s`;
      const between = `${date('endDate')}.diff(${date('startDate')}, ${JSON.stringify(name)}).${name}`;
      return { text: `({ ${name}: ${between} })`, name: 'timeDifference' };
    }
    default:
      return null;
  }
}

function dateOfOld(raw: Raw, choice: Choice): DateSource | null {
  const date = `DateTime.fromISO(${templateToCode(raw('value') ?? '')})`;
  if (choice(['action'], 'format') === 'format') {
    const format = choice(['toFormat'], 'MM/DD/YYYY')
      .replaceAll('YYYY', 'yyyy')
      .replaceAll('DD', 'dd')
      .replaceAll('A', 'a');
    return { text: `${date}.toFormat(${JSON.stringify(format)})`, name: 'data' };
  }
  const method = choice(['operation'], 'add') === 'add' ? 'plus' : 'minus';
  return {
    text: `${date}.${method}({ ${choice(['timeUnit'], 'days')}: ${templateToCode(raw('duration') ?? 0)} }).toISO()`,
    name: 'data',
  };
}

export const cryptoConverter: NodeConverter = {
  words: eachItem,
  hard: convertCrypto,
  convert: convertCrypto,
};

function convertCrypto(context: NodeContext): Piece {
  const { choice, raw } = context;
  const action = choice(['action'], 'hash');
  const name = JSON.stringify(choice(['dataPropertyName'], 'data'));
  const isText = raw('binaryData') !== true;
  const type = choice(['type'], 'MD5');
  const isKnown = ['MD5', 'SHA1', 'SHA256'].includes(type);
  if ((action === 'hash' || action === 'hmac') && isText && isKnown) {
    const value = templateToCode(raw('value') ?? '');
    const encoding = JSON.stringify(choice(['encoding'], 'hex'));
    const hash =
      action === 'hash'
        ? `hash(${JSON.stringify(type)}, String(${value}), ${encoding})`
        : `hmac(${JSON.stringify(type)}, ${templateToCode(raw('secret') ?? '')}, String(${value}), ${encoding})`;
    return computedByCode(context, `({ ...$json, [${name}]: ${hash} })`, hashPart);
  }
  if (action === 'generate') {
    const kind = choice(['encodingType'], 'uuid');
    const made =
      kind === 'uuid'
        ? 'uuid()'
        : `randomText(${JSON.stringify(kind)}, ${templateToCode(raw('stringLength') ?? 32)})`;
    return computedByCode(context, `({ ...$json, [${name}]: ${made} })`, hashPart);
  }
  return convertVendor(context);
}

function computedByCode(context: NodeContext, body: string, part: string): Piece {
  const code = `${part}\nreturn previous.map(($json, $itemIndex) => ${body});`;
  return chainOf([context.native('code', { code }, { whenEmpty: 'skip' })]);
}

export const htmlConverter: NodeConverter = {
  words: eachItem,
  hard: (context) =>
    isPage(context) ? fieldsByCode(context, [page(context)], 'none') : convertHtml(context),
  convert: convertHtml,
};

function operationOf({ choice, node }: NodeContext): string {
  const otherwise = node.type === 'htmlExtract' ? 'extractHtmlContent' : 'generateHtmlTemplate';
  return choice(['operation'], otherwise);
}

function isPage(context: NodeContext): boolean {
  return operationOf(context) === 'generateHtmlTemplate';
}

function page({ raw }: NodeContext): Assignment {
  return { name: 'html', type: 'string', value: raw('html') ?? '' };
}

function convertHtml(context: NodeContext): Piece {
  const { choice, raw } = context;
  if (isPage(context)) return fieldsPiece(context, [page(context)], 'none');
  const operation = operationOf(context);
  const isJson = choice(['sourceData'], 'json') === 'json';
  if (operation !== 'extractHtmlContent' || !isJson) return convertVendor(context);
  const values = raw('extractionValues', 'values');
  const fields = (Array.isArray(values) ? values : []).filter(isObject).map((value) => ({
    key: plainText(value['key']),
    selector: plainText(value['cssSelector']),
    give: plainText(value['returnValue'], 'text'),
    attribute: plainText(value['attribute']),
    isList: value['returnArray'] === true,
    skip: plainText(value['skipSelectors']),
  }));
  const settings: Json = {
    field: choice(['dataPropertyName'], 'data'),
    fields,
    trims: raw('options', 'trimValues') !== false,
  };
  return computedByCode(context, `extract($json, ${JSON.stringify(settings)})`, htmlPart);
}
