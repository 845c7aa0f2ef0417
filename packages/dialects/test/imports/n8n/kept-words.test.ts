// Goal: words of a file that other checks did not see are kept, or the list of what is left names them.
import { expect, it } from 'vitest';
import { configOf, convert, errorsOf, kindsOf, n8n, nodeOf, start } from './build-n8n.ts';

it('[N3164] a page of HTML is computed with and without "="', () => {
  const html = '<b>{{ $json.name }}</b>';
  for (const written of [html, `=${html}`]) {
    const node = { name: 'Page', type: 'html', version: 1.2, parameters: { html: written } };
    const imported = convert(n8n([start, node], ['Start>Page']));
    expect(errorsOf(imported)).toEqual([]);
    expect(configOf(imported, 'page')).toEqual({
      value: { html: '<b>${= item.name ?? "" }</b>' },
    });
  }
});

const form = (parameters: { readonly [key: string]: string | object }) =>
  convert(
    n8n(
      [start, { name: 'Ask', type: 'form', version: 1, parameters: parameters as never }],
      ['Start>Ask'],
    ),
  );

it('[N3165] a form has its title and description, and fields that are written as JSON', () => {
  const jsonOutput = JSON.stringify([
    { fieldLabel: 'Age', fieldType: 'number', requiredField: true },
  ]);
  const options = { formTitle: 'Hello', formDescription: '=Dear {{ $json.name }}' };
  const imported = form({ defineForm: 'json', jsonOutput, options });
  expect(kindsOf(imported)).toEqual([]);
  expect(configOf(imported, 'ask_form')).toEqual({
    prompt: 'Hello\n\nDear ${= previous[0].name ?? "" }',
    schema: { type: 'object', properties: { Age: { type: 'number' } }, required: ['Age'] },
  });
});

it('[N3165] fields that are computed are a loss', () => {
  const computed = form({ defineForm: 'json', jsonOutput: '=[{{ $json.field }}]' });
  expect(kindsOf(computed)).toEqual(['form-page']);
  expect(computed.losses[0]?.message).toBe('"Ask" computes which fields its form has.');
  expect(kindsOf(form({ defineForm: 'json', jsonOutput: '[{' }))).toEqual(['form-page']);
});

it('[N3166] texts of a trigger that begin with "=" are kept, and the model of a parser is named', () => {
  const trigger = {
    name: 'Start',
    type: 'formTrigger',
    version: 2.2,
    parameters: { formTitle: '=Survey of 2026' },
  };
  const chain = { name: 'Chain', type: '@n8n/n8n-nodes-langchain.chainLlm', version: 1.5 };
  const parser = '@n8n/n8n-nodes-langchain.outputParserStructured';
  const model = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
  const imported = convert(
    n8n(
      [
        trigger,
        chain,
        { name: 'Model', type: model, parameters: { model: 'gpt-1' } },
        { name: 'Parser', type: parser, parameters: { jsonSchemaExample: '{"a":"b"}' } },
        { name: 'Mender', type: model, parameters: { model: 'gpt-2' } },
      ],
      [
        'Start>Chain',
        'Model>ai_languageModel>Chain',
        'Parser>ai_outputParser>Chain',
        'Mender>ai_languageModel>Parser',
      ],
    ),
  );
  expect(errorsOf(imported)).toEqual([]);
  expect(nodeOf(imported, 'start_start')['description']).toContain('formTitle: Survey of 2026');
  expect(JSON.stringify(nodeOf(imported, 'chain_call'))).toContain(
    'In n8n \\"Mender\\" (gpt-2) mends answers that do not fit.',
  );
});
