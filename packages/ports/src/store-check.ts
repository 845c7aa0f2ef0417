/** What a look at the database has found. */
export interface StoreCheck {
  /** `memory`, `sqlite`, `postgres`, `mysql`, `neo4j`. */
  readonly kind: string;
  /** Where it is, without a password. */
  readonly place: string;
  readonly isHealthy: boolean;
  /** One line for each thing that was looked at. */
  readonly findings: readonly StoreFinding[];
}

export interface StoreFinding {
  /** `connection`, `version`, `schema`, `durability`, `rows` … */
  readonly what: string;
  readonly isGood: boolean;
  readonly text: string;
}
