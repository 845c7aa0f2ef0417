import { onConflict, type Flavour } from '../relational/flavour.ts';
import { oneNumber } from '../relational/journal-form.ts';

export const sqliteFlavour: Flavour = {
  kind: 'sqlite',
  canReturn: true,
  // For an insert with `returning`, SQLite copies every page before it changes it, into a separate file.
  lastPlace: 'select last_insert_rowid() as place',
  journal: oneNumber,
  // There is only one writer at a time anyway.
  lock: '',
  lockFree: '',
  position: 'instr',
  // A statement for exactly one row is prepared once.
  atOnce: 1,
  columnsOf: 'select name from pragma_table_info(?)',
  indexesOf: 'select name from pragma_index_list(?)',
  ...onConflict,
};
