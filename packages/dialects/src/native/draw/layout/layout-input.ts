export interface LayoutInput {
  readonly nodes: readonly Size[];
  readonly edges: readonly LayoutEdge[];
  /** Numbers of the nodes, topological when edges marked `back` are left out. */
  readonly order: readonly number[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface LayoutEdge {
  readonly from: number;
  readonly to: number;
  readonly back: boolean;
  readonly label: Size | null;
}
