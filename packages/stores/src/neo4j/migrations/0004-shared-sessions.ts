// SESSION nodes are found by an index, and their ids need not be unique: somebody else may have nodes with that label in the same
// database. Our own are written under the lock of their run, so there is one for each.
import { makeAll, type GraphMigration } from './graph-migration.ts';

export const sharedSessions: GraphMigration = async (connection) => {
  // One that somebody else has made has a name of its own.
  const ours = await connection.read(
    `show constraints yield name, labelsOrTypes, properties
     where labelsOrTypes = ['SESSION'] and properties = ['id'] and name =~ 'constraint_[0-9a-f]+'
     return name`,
  );
  await makeAll([
    ...ours.map(({ name }) => `drop constraint \`${name as string}\` if exists`),
    'create index if not exists for (n:SESSION) on (n.id)',
  ])(connection);
};
