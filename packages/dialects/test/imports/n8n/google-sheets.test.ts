// Goal: rows are read and written by the names in the first row of a sheet.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { configOf, convert, errorsOf, kindsOf, n8n, start } from './build-n8n.ts';

const place = {
  documentId: {
    __rl: true,
    mode: 'url',
    value: 'https://docs.google.com/spreadsheets/d/doc-1/edit#gid=0',
  },
  sheetName: { __rl: true, mode: 'list', value: 'gid=0', cachedResultName: 'My rows' },
};

function sheet(parameters: JsonObject) {
  const node = {
    name: 'Rows',
    type: 'n8n-nodes-base.googleSheets',
    version: 4.5,
    parameters: { ...place, ...parameters },
  };
  const imported = convert(n8n([start, node], ['Start>Rows']));
  expect(errorsOf(imported)).toEqual([]);
  expect([...new Set(kindsOf(imported))]).toEqual(['credential']);
  return (id: string) => configOf(imported, id);
}

const values = 'https://sheets.googleapis.com/v4/spreadsheets/doc-1/values';
const quoted = encodeURIComponent("'My rows'");

describe('rows of Google Sheets', () => {
  it('[N2654] reading asks for the whole sheet', () => {
    expect(sheet({ options: {} })('rows_call')).toMatchObject({
      url: `${values}/${quoted}`,
      method: 'GET',
    });
  });

  const columns = {
    mappingMode: 'defineBelow',
    value: { id: '={{ $json.id }}', name: 'x' },
    matchingColumns: ['id'],
  };

  it('[N2655] rows are appended behind the names that are there', () => {
    const config = sheet({ operation: 'append', columns: { mappingMode: 'autoMapInputData' } });
    expect(config('rows_sheet')).toMatchObject({ url: `${values}/${quoted}!1:1`, method: 'GET' });
    expect(config('rows_added')).toMatchObject({
      url: `${values}/${quoted}!A1:append`,
      method: 'POST',
      query: { valueInputOption: 'USER_ENTERED', insertDataOption: 'INSERT_ROWS' },
      body: { json: { majorDimension: 'ROWS', values: '${rows_plan.output.added}' } },
    });
    expect(config('rows_names')).toMatchObject({ url: `${values}/${quoted}!1:1`, method: 'PUT' });
  });

  it('[N2655] rows that match are changed cell by cell', () => {
    const config = sheet({ operation: 'appendOrUpdate', columns });
    expect(config('rows_updates')).toMatchObject({
      url: `${values}:batchUpdate`,
      method: 'POST',
      body: { json: { valueInputOption: 'USER_ENTERED', data: '${rows_plan.output.updates}' } },
    });
    expect(config('rows_plan')['args']).toMatchObject({ key: 'id', adds: true, widens: false });
  });
});
