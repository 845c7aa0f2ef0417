import { onConflict, type Flavour } from '../relational/flavour.ts';
import { oneNumber } from '../relational/journal-form.ts';

export const sqliteFlavour: Flavour = {
  kind: 'sqlite',
  types: {
    serial: 'integer primary key autoincrement',
    id: 'text',
    workflowId: 'text',
    short: 'text',
    hash: 'text',
    text: 'text',
    json: 'text',
    integer: 'integer',
    real: 'real',
    boolean: 'integer',
  },
  tableOptions: ' strict',
  hasInlineIndexes: false,
  canReturn: true,
  // For an insert that returns something, SQLite copies every page before it changes it, into a file of its own.
  lastPlace: 'select last_insert_rowid() as place',
  journal: oneNumber,
  // There is one writer at a time anyway.
  lock: '',
  lockFree: '',
  // A statement that takes one row is prepared once and for all.
  atOnce: 1,
  columnsOf: 'select name from pragma_table_info(?)',
  indexesOf: 'select name from pragma_index_list(?)',
  ...onConflict,
};
