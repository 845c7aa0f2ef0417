export interface LayoutInput {
  readonly nodes: readonly Size[];
  readonly edges: readonly LayoutEdge[];
  /** Numbers of the nodes, topological when edges marked `back` are left out. */
  readonly order: readonly number[];
  readonly gaps: Gaps;
}

export interface Gaps {
  /** Between two nodes of a layer. */
  readonly column: number;
  /** Between two layers, of nodes or of labels: as much as the slant of the edges needs, within these limits. */
  readonly rowMin: number;
  readonly rowMax: number;
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
  /** Where it leaves its node, from left to right; what follows a node keeps the order of its ports. */
  readonly port?: Port;
}

export interface Port {
  readonly index: number;
  readonly count: number;
}
