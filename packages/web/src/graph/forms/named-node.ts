/** A node, and what people call it. */
export interface NamedNode {
  readonly id: string;
  readonly title: string;
}
