// A migration of Neo4j: literal Cypher, never edited once it is in a release (relational/migrations/migration.ts, M1 to M3).
// Constraints and data cannot be changed in one transaction, so every statement must be idempotent.
import type { Neo4jConnection } from '../neo4j-connection.ts';

export type GraphMigration = (connection: Neo4jConnection) => Promise<void>;

export function makeAll(statements: readonly string[]): GraphMigration {
  return (connection) =>
    connection.write(async (ask) => {
      for (const statement of statements) await ask(statement);
    });
}
