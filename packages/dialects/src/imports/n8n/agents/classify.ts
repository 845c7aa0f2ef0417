// Text Classifier and Sentiment Analysis: a model chooses a category, and items leave by the port of theirs
import { isObject, type Json } from '@skein/kernel';
import { helpersOf } from '../context/helpers-of.ts';
import { modelSettings } from './model-of.ts';
import { eachSetting } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import type { NativeNode, Piece } from '../context/piece.ts';
import { eachItem } from '../context/scope-of.ts';
import type { NodeConverter } from '../nodes/node-converter.ts';

export const classifierConverter: NodeConverter = {
  words: eachItem,
  hard: 'lost',
  convert: (context) => {
    const listed = context.raw('categories', 'categories');
    const categories = (Array.isArray(listed) ? listed : []).filter(isObject).flatMap((entry) => {
      const { category, description } = entry;
      if (typeof category !== 'string' || category === '') return [];
      return [
        {
          name: category.replace(/^=/, ''),
          description: typeof description === 'string' ? description.replace(/^=/, '') : '',
        },
      ];
    });
    const hasOther = context.choice(['options', 'fallback'], 'discard') === 'other';
    return chosenBy(context, { categories, hasOther, isMarked: false });
  },
};

export const sentimentConverter: NodeConverter = {
  words: eachItem,
  hard: 'lost',
  convert: (context) => {
    const written = context.choice(['options', 'categories'], 'Positive, Neutral, Negative');
    const categories = written
      .split(',')
      .map((name) => ({ name: name.trim(), description: '' }))
      .filter(({ name }) => name !== '');
    return chosenBy(context, { categories, hasOther: false, isMarked: true });
  },
};

interface Choice {
  readonly categories: readonly { readonly name: string; readonly description: string }[];
  readonly hasOther: boolean;
  /** The item gets what was found. */
  readonly isMarked: boolean;
}

function chosenBy(context: NodeContext, { categories, hasOther, isMarked }: Choice): Piece {
  const { raw, template, conversion, node, id } = context;
  const found = [...new Set(categories.map(({ name }) => name))];
  // Without a category nothing is chosen, but a partition has a case.
  const names = found.length === 0 ? ['other'] : found;
  const allowed = hasOther ? [...names, 'other'] : names;
  const [model] = helpersOf(conversion.workflow, node).models;
  const system = raw('options', 'systemPromptTemplate');
  const kinds = categories
    .map(({ name, description }) => `- ${name}${description === '' ? '' : `: ${description}`}`)
    .join('\n');
  const text = template(raw('inputText') ?? '');
  const list: NativeNode = {
    id: context.extraId('list'),
    type: 'transform',
    name: `${node.name}: items`,
    config: { value: context.items },
    settings: {},
  };
  const about: { [key: string]: Json } = system === undefined ? {} : { system: template(system) };
  const ask: NativeNode = {
    id: context.extraId('call'),
    type: 'llm',
    name: node.name,
    config: {
      ...modelSettings(context, model),
      ...about,
      prompt: `Choose the category that fits the text.\n\n${kinds}\n\nText:\n${typeof text === 'string' ? text : JSON.stringify(text)}`,
      schema: {
        type: 'object',
        properties: {
          category: { type: 'string', enum: [...new Set(allowed)] },
        },
        required: ['category'],
      },
    },
    settings: { each: eachSetting(context) },
  };
  const marked = isMarked
    ? `${list.id}.output.map((entry, place) => ({ ...entry, sentimentAnalysis: { category: ${ask.id}.output[place].category } }))`
    : `${list.id}.output`;
  const cases = names.map((name) => ({
    name,
    when: `\${= ${ask.id}.output[index].category == ${JSON.stringify(name)} }`,
  }));
  const config: { [key: string]: Json } = {
    items: `\${= ${marked} }`,
    cases,
    rest: hasOther ? 'rest' : null,
  };
  const part = { ...context.native('partition', config), id };
  return {
    nodes: [list, ask, part],
    edges: [
      { from: list.id, to: ask.id },
      { from: ask.id, to: id },
    ],
    entry: list.id,
    exits: (output) => {
      const port = names[output] ?? (hasOther && output === names.length ? 'rest' : undefined);
      return port === undefined ? [] : [{ node: id, port }];
    },
    inputPort: null,
  };
}
